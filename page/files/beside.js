// A module's kernel beside its Verilog, and the lines that belong together: those that give the same signal a value.

const element = (id) => document.getElementById(id);
const [source, verilog] = [element("source"), element("verilog")];

/** The modules, the top first. */
let modules = [];
/** For each line of one text those of the other, counted from 1. */
let from = new Map();
let to = new Map();

function lines(list, text) {
  const line = (words, number) => {
    const made = document.createElement("li");
    made.setAttribute("role", "option");
    made.setAttribute("aria-selected", false);
    made.id = `${list.id}_${number + 1}`;
    // An empty line has a height and a name too.
    made.textContent = words === "" ? " " : words;
    if (words.trim() === "") made.setAttribute("aria-label", "empty");
    return made;
  };
  list.replaceChildren(...text.replace(/\n$/, "").split("\n").map(line));
}

/** Marks lines of a text, and brings the first of them into view. */
function mark(list, numbers) {
  for (const line of list.querySelectorAll('[aria-selected="true"]')) line.setAttribute("aria-selected", false);
  const marked = numbers.map((number) => list.children[number - 1]).filter((line) => line !== undefined);
  for (const line of marked) line.setAttribute("aria-selected", true);
  marked[0]?.scrollIntoView({ block: "nearest" });
}

/** Picks a line of one text. */
function pick(list, number) {
  if (number < 1 || number > list.childElementCount) return;
  list.dataset.at = number;
  list.setAttribute("aria-activedescendant", `${list.id}_${number}`);
  const others = (list === source ? from : to).get(number) ?? [];
  mark(list, [number]);
  mark(list === source ? verilog : source, others);
}

function show(module) {
  from = new Map(module.pairs);
  to = new Map();
  for (const [kernel, others] of module.pairs) for (const line of others) to.set(line, [...to.get(line) ?? [], kernel]);
  // The tests of a file are no part of the circuit.
  const known = module.source.split(/^#\[cfg\(test\)\]$/m)[0].trimEnd();
  element("source_head").textContent = known === "" ? "Kernel: its source is not there" : module.file;
  lines(source, known);
  lines(verilog, module.verilog);
  for (const list of [source, verilog]) list.removeAttribute("aria-activedescendant");
  [source.dataset.at, verilog.dataset.at] = [Math.max(module.begins, 1), 1];
  if (module.begins > 0) source.children[module.begins - 1]?.scrollIntoView({ block: "start" });
}

function pressed(event) {
  const list = event.currentTarget;
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  pick(list, Number(list.dataset.at) + step);
  event.preventDefault();
}

/** `file` fetches a file of the circuit. */
export async function begin(file) {
  modules = JSON.parse(await (await file("modules.json")).text()).reverse();
  const choice = element("module");
  choice.replaceChildren(...modules.map(({ name }, number) => new Option(name, number)));
  choice.addEventListener("change", () => show(modules[choice.value]));
  for (const list of [source, verilog]) {
    list.addEventListener("keydown", pressed);
    list.addEventListener("click", ({ target }) => {
      const line = target.closest("li");
      if (line !== null) pick(list, [...list.children].indexOf(line) + 1);
    });
  }
  show(modules[0]);
}
