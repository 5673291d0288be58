// Look inside: the tree of the machine's signals, the last clocks of those that are looked at, and runs until one changes.

const element = (id) => document.getElementById(id);
const panel = element("inside");
const strip = element("strip");

/** Clocks across the strip: at first, at least, at most. */
const [FIRST, LEAST, MOST] = [64, 8, 4096];
/** The filter lists no more signals than this. */
const MOST_FOUND = 100;
/** Of a row: where a level is low and high; pixels of a lozenge's ends, of its margin, and of a character. */
const [LOW, HIGH, MIDDLE, SLOPE, MARGIN, CHARACTER] = [17, 3, 10, 2, 4, 6.7];

let order = () => {};
let file = null;
/** The newest status. */
let status = { looked: [], until: null };
/** The signals by path; nothing before the panel was opened. Whether they were asked for. */
let parts = null;
let asked = false;
/** The last clocks, as `ring.json` has them; whether they are being fetched, and whether newer ones are wanted after that. */
let ring = null;
let fetching = false;
let wanted = false;
/** The clocks across the strip, and the one after the last; null: the newest is the last. */
let span = FIRST;
let end = null;
/** The clock whose values are shown; null: the newest. */
let cursor = null;

const paths = () => status.looked.map(({ path }) => path);

function make(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Looks at a signal, or no longer. */
function toggle(path) {
  const others = paths().filter((other) => other !== path);
  order({ do: "look", signals: others.length < status.looked.length ? others : [...others, path] });
}

/* The tree. */

function leaf(path, name) {
  const { width } = parts.get(path);
  const button = make("button", { textContent: width > 1 ? `${name}[${width - 1}:0]` : name, title: path });
  button.dataset.signal = path;
  button.setAttribute("aria-pressed", paths().includes(path));
  button.addEventListener("click", () => toggle(path));
  return make("li", {}, button);
}

/** The parts and the signals of a part, as a list. */
function branch(names) {
  const inner = new Map();
  const own = [];
  for (const [path, [first, ...rest]] of names) {
    if (rest.length === 0) own.push(leaf(path, first));
    else inner.set(first, [...inner.get(first) ?? [], [path, rest]]);
  }
  const folded = [...inner].map(([name, within]) => {
    const part = make("details", {}, make("summary", { textContent: name }));
    // Most of them are never opened.
    part.addEventListener("toggle", () => part.append(branch(within)), { once: true });
    return make("li", {}, part);
  });
  return make("ul", {}, ...folded, ...own);
}

function plant() {
  const sought = element("sought").value.trim();
  const found = [...parts.keys()].filter((path) => path.includes(sought));
  const list = sought === "" ? branch(found.map((path) => [path, path.split(".")])) :
    make("ul", {}, ...found.slice(0, MOST_FOUND).map((path) => leaf(path, path)));
  element("parts").replaceChildren(list);
  element("found").textContent = sought === "" ? "" : `${found.length} of ${parts.size} signals`;
}

async function open() {
  asked = true;
  try {
    const listed = JSON.parse(await (await file("parts.json")).text());
    parts = new Map(listed.map((part) => [part.path, part]));
    element("inside_why").textContent = "";
    plant();
  } catch (error) {
    element("inside_why").textContent = error.message;
  }
  element("inside_all").hidden = parts === null;
  tell(status);
}

/* The rows. */

function row(path) {
  const drop = make("button", { textContent: "×" });
  drop.setAttribute("aria-label", `do not look at ${path}`);
  drop.addEventListener("click", () => toggle(path));
  const wave = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  wave.setAttribute("role", "img");
  const short = path.split(".").slice(-2).join(".");
  const made = make("li", {}, make("span", { textContent: short, title: path }), make("output"), drop, wave);
  made.dataset.path = path;
  return made;
}

/** Makes the rows those of the signals that are looked at. */
function arrange() {
  const old = new Map([...strip.children].map((row) => [row.dataset.path, row]));
  if ([...old.keys()].join() === paths().join()) return;
  strip.replaceChildren(...paths().map((path) => old.get(path) ?? row(path)));
  const [choice, chosen] = [element("until_signal"), element("until_signal").value];
  choice.replaceChildren(...paths().map((path) => make("option", { value: path, textContent: path })));
  // What was looked at last is what one waits for.
  choice.value = paths().includes(chosen) && old.size >= paths().length ? chosen : paths().at(-1) ?? "";
  suggest();
  for (const button of element("parts").querySelectorAll("[data-signal]")) {
    button.setAttribute("aria-pressed", paths().includes(button.dataset.signal));
  }
}

/** The values that one may run to, where they have names. */
function suggest() {
  const { width, states } = parts?.get(element("until_signal").value) ?? {};
  const values = states ?? (width === 1 ? ["0", "1"] : []);
  element("until_values").replaceChildren(...values.map((value) => make("option", { value })));
}

export function tell(newest) {
  status = newest;
  if (!panel.open) return;
  // A machine that tells its status has its parts.
  if (!asked) open();
  if (parts === null) return;
  arrange();
  const looks = status.looked.length > 0;
  for (const id of ["look_around", "until"]) element(id).hidden = !looks;
  element("until_run").textContent = status.until === null ? "Run" : "Cancel";
  for (const id of ["until_signal", "until_value"]) element(id).disabled = status.until !== null;
  if (looks && status.waves === null) fetchRing();
  if (status.waves !== null && looks) element("moment").textContent = "waves are being recorded";
}

/** Fetches the last clocks and draws them, one after the other. */
async function fetchRing() {
  wanted = true;
  if (fetching) return;
  fetching = true;
  while (wanted) {
    wanted = false;
    try {
      ring = JSON.parse(await (await file("ring.json")).text());
      draw();
    } catch { /* the machine is gone; the next status brings them */ }
  }
  fetching = false;
}

/** The value in a clock; nothing before the first that is known. */
function valueAt(changes, clock) {
  return changes.findLast(([since]) => since <= clock)?.[1] ?? "";
}

/** The first clock of the strip. */
const start = () => (end ?? ring.to + 1) - span;

function draw() {
  if (ring === null || ring.signals.length === 0) return;
  if (cursor !== null && (cursor < ring.from || cursor > ring.to)) cursor = null;
  // What has left the ring cannot be shown: the strip is that of the newest clocks again.
  if (end !== null && (end <= ring.from || end > ring.to)) end = null;
  const shown = cursor ?? ring.to;
  const first = start();
  const width = strip.clientWidth;
  const across = (clock) => (clock - first) / span * width;
  const middle = across(shown + .5);
  for (const { path, width: bits, changes } of ring.signals) {
    const place = [...strip.children].find((row) => row.dataset.path === path);
    if (place === undefined) continue;
    const value = valueAt(changes, shown);
    place.querySelector("output").textContent = value;
    const wave = place.querySelector("svg");
    wave.setAttribute("aria-label", `${path} is ${value} in clock ${shown}`);
    wave.setAttribute("viewBox", `0 0 ${width} 20`);
    wave.innerHTML = `${drawn(changes, bits === 1, first, across)}<path class="here" d="M${middle} 0V20"/>`;
  }
  const clock = shown.toLocaleString("en").replaceAll(",", " ");
  const moment = element("moment");
  moment.textContent = `clock ${clock}, ${span} across`;
  for (const [name, value] of [["valuemin", ring.from], ["valuemax", ring.to], ["valuenow", shown]]) {
    moment.setAttribute(`aria-${name}`, value);
  }
  const words = ring.signals.map(({ path, changes }) => `${path} ${valueAt(changes, shown)}`);
  moment.setAttribute("aria-valuetext", `clock ${clock}: ${words.join(", ")}`);
}

/** A signal's changes: a line for a bit, lozenges for more. */
function drawn(changes, bit, first, across) {
  const last = Math.min(first + span, ring.to + 1);
  const before = changes.findLastIndex(([clock]) => clock <= first);
  let path = "";
  let words = "";
  for (let at = Math.max(before, 0); at < changes.length && changes[at][0] < last; at++) {
    const [left, right] = [across(Math.max(changes[at][0], first)), across(Math.min(changes[at + 1]?.[0] ?? last, last))];
    const value = changes[at][1];
    if (bit) {
      path += `${path === "" ? "M" : "L"}${left} ${value === "1" ? HIGH : LOW}H${right}`;
      continue;
    }
    const slope = Math.min(SLOPE, (right - left) / 2);
    path += `M${left} ${MIDDLE}l${slope} ${HIGH - MIDDLE}H${right - slope}L${right} ${MIDDLE}l${-slope} ${LOW - MIDDLE}H${left + slope}Z`;
    const room = Math.floor((right - left - 2 * MARGIN) / CHARACTER);
    const text = value.replace(/^0x/, "");
    if (room > 0) words += `<text x="${left + MARGIN}" y="14">${text.length > room ? `${text.slice(0, room - 1)}+` : text}</text>`;
  }
  return `<path d="${path}"/>${words}`;
}

/* The view. */

/** Zooms, so that a clock keeps its place. */
function zoom(factor, about) {
  const next = Math.min(MOST, Math.max(LEAST, span * factor));
  // The newest clock stays in view while there is room for both.
  if (end === null && about > ring.to - next) {
    span = next;
    return draw();
  }
  const place = (about - start()) / span;
  span = next;
  view(about - place * next);
}

/** Shows the clocks from that one on, as far as they are known. */
function view(from) {
  const last = Math.max(Math.round(from) + span, Math.min(ring.from + span, ring.to + 1));
  end = last > ring.to ? null : last;
  draw();
}

/** Shows the values in a clock. */
function point(clock) {
  cursor = Math.min(ring.to, Math.max(ring.from, clock));
  const first = start();
  if (cursor < first) return view(cursor);
  if (cursor >= first + span) return view(cursor + 1 - span);
  draw();
}

function pointed(event) {
  const place = strip.getBoundingClientRect();
  return Math.floor(start() + (event.clientX - place.left) / place.width * span);
}

function pressed(event) {
  if (ring === null || event.ctrlKey || event.altKey || event.metaKey) return;
  const now = cursor ?? ring.to;
  const does = {
    ArrowLeft: () => point(now - 1),
    ArrowRight: () => point(now + 1),
    Home: () => point(ring.from),
    End: () => point(ring.to),
    "+": () => zoom(.5, now),
    "-": () => zoom(2, now),
  }[event.key];
  if (does === undefined) return;
  does();
  // The arrows are not the machine's here.
  event.preventDefault();
  event.stopPropagation();
}

/** The machine may be another one. */
export function again() {
  [parts, asked, ring, cursor, end] = [null, false, null, null, null];
}

/** `orders` gives the machine an order, `files` fetches one of its files. */
export function begin(orders, files) {
  [order, file] = [orders, files];
  panel.addEventListener("toggle", () => tell(status));
  element("sought").addEventListener("input", plant);
  element("sought").addEventListener("keydown", ({ key }) => {
    const sought = element("sought").value.trim();
    const found = parts.has(sought) ? [sought] : [...parts.keys()].filter((path) => path.includes(sought));
    if (key === "Enter" && found.length === 1 && !paths().includes(found[0])) toggle(found[0]);
  });
  element("until_signal").addEventListener("change", suggest);
  element("until").addEventListener("submit", (event) => {
    event.preventDefault();
    if (status.until !== null) return order({ do: "until" });
    [cursor, end] = [null, null];
    order({ do: "until", signal: element("until_signal").value, value: element("until_value").value.trim() });
  });
  const click = (id, does) => element(id).addEventListener("click", () => { if (ring !== null) does(cursor ?? ring.to); });
  click("earlier", () => view(start() - span / 2));
  click("later", () => view(start() + span / 2));
  click("wider", (clock) => zoom(2, clock));
  click("closer", (clock) => zoom(.5, clock));
  element("moment").addEventListener("keydown", pressed);
  strip.addEventListener("click", (event) => { if (ring !== null && event.target.closest("svg")) point(pointed(event)); });
  strip.addEventListener("wheel", (event) => {
    if (ring === null || event.ctrlKey || !event.target.closest("svg")) return;
    event.preventDefault();
    if (event.deltaY !== 0) zoom(event.deltaY < 0 ? .5 : 2, pointed(event));
  }, { passive: false });
  new ResizeObserver(draw).observe(strip);
}
