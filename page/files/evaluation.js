// What the positions of a game that is looked at are worth: asked of the server one by one, the shown one first, and told in
// words and as a graph.

const element = (id) => document.getElementById(id);

/** Of each game: what a score counts, in words, and the score whose bar goes three quarters of the way. */
const units = {
  gomoku: { most: 400, words: "Plus is good for the side named: +200 multiplies its odds of winning by e. A win that is “proved” is one against any answer; from 7574 on the search sees one against the answers that it tries." },
  othello: { most: 16, words: "Plus is good for the side named, in discs at the end of the game. “Proved” is what the search has followed to the end." },
};
/** What each search may take: the server's `BUDGET`. */
const SEARCH = "A search of 1.25 million of the machine's clocks, 0.05 seconds.";

/** What is worth what, by the position as JSON. */
const known = new Map();
/** The line that is looked at: the positions of its nodes, which of them is shown, and how to go to another; or nothing. */
let line = null;
/** The position that the server works on. */
let asked = null;
/** Sends an order to the server. */
let send = () => {};

const upper = (name) => name === "" ? "pass" : name.toUpperCase();
const worth = (number) => known.get(line.positions[number]);

const count = (plies) => `${plies} ${plies === 1 ? "ply" : "plies"}`;

/** A score in words. */
function words(game, { score, proved, plies }) {
  const side = score > 0 ? "Black" : "White";
  const discs = game === "othello" ? ` by ${Math.abs(score)}` : "";
  if (plies === 0) return score === 0 ? "A draw" : `${side} has won${discs}`;
  if (proved && score === 0) return "A draw, proved";
  if (proved) return plies === null ? `${side} wins${discs}, proved` : `${side} wins in ${count(plies)}, proved`;
  const number = Math.abs(score).toFixed(game === "othello" ? 1 : 0);
  return Number(number) === 0 ? "Even" : `${side} +${number}`;
}

/** The same where there may be no score yet. */
function told(number) {
  return worth(number) === undefined ? "not known yet" : words(line.game, worth(number));
}

/** How far up a bar goes, down if less than 0: to the edge, 1, where a win is proved. */
function height(game, { score, proved }) {
  if (proved) return Math.sign(score);
  return Math.max(-.95, Math.min(.95, Math.tanh(score / units[game].most)));
}

/** Shows a line of a game. Its positions are lists of moves; `go` takes the number of one. */
export function show({ game, rule, positions, names, at, go }) {
  const keys = positions.map((moves) => JSON.stringify({ game, rule, moves }));
  line = { game, positions: keys, names, at, go };
  element("unit").textContent = `${units[game].words} ${SEARCH}`;
  ask();
  draw();
}

/** Nothing is looked at any more. */
export function end() {
  if (asked !== null) send({ do: "cancel_evaluation" });
  [line, asked] = [null, null];
}

/** The server is another, and knows nothing of what was asked. */
export function again() {
  asked = null;
  ask();
}

export function take({ position, evaluation }) {
  const key = JSON.stringify({ game: position.game, rule: position.rule, moves: position.moves });
  known.set(key, evaluation);
  if (key === asked) asked = null;
  if (line === null) return;
  ask();
  draw();
}

/** Asks for the shown position, or else the first that is not known; what is under way is not left for one that can wait. */
function ask() {
  if (line === null) return;
  const shown = worth(line.at) === undefined;
  if (asked !== null && !shown) return;
  const next = shown ? line.positions[line.at] : line.positions.find((position) => !known.has(position));
  if (next === undefined || next === asked) return;
  asked = next;
  send({ do: "evaluate", ...JSON.parse(next) });
}

function draw() {
  const { game, positions, names, at } = line;
  const now = worth(at);
  element("worth").textContent = now === undefined ? "Worth: …" : `Worth: ${told(at)}${now.depth > 0 ? `, ${count(now.depth)} ahead` : ""}`;
  const black = JSON.parse(positions[at]).moves.length % 2 === 0;
  element("line").textContent = now === undefined || now.line.length === 0 ? "" :
    `Best: ${now.line.map((move, number) => `${black === (number % 2 === 0) ? "●" : "○"} ${upper(move)}`).join("  ")}`;
  const bars = positions.flatMap((_, number) => {
    const value = worth(number);
    if (value === undefined) return [];
    const up = height(game, value);
    return `<rect x="${number + .1}" y="${up > 0 ? 1 - up : 1}" width=".8" height="${Math.max(.02, Math.abs(up))}"/>`;
  });
  element("bars").setAttribute("viewBox", `0 0 ${positions.length} 2`);
  element("bars").innerHTML = `<rect class="here" x="${at}" y="0" width="1" height="2"/>${bars.join("")}<path d="M0 1H${positions.length}"/>`;
  const graph = element("graph");
  graph.setAttribute("aria-valuemax", positions.length - 1);
  graph.setAttribute("aria-valuenow", at);
  graph.setAttribute("aria-valuetext", `${names[at]}: ${told(at)}`);
  element("values").replaceChildren(...names.map((name, number) => {
    const item = document.createElement("li");
    item.textContent = `${name}: ${told(number)}`;
    return item;
  }));
}

/** `sends` gives the server an order. */
export function begin(sends) {
  send = sends;
  element("bars").addEventListener("click", (event) => {
    const place = element("bars").getBoundingClientRect();
    const part = (event.clientX - place.left) / place.width;
    line.go(Math.max(0, Math.min(line.positions.length - 1, Math.floor(part * line.positions.length))));
  });
}
