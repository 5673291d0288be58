// The game in words beside the picture, and looking back: at the game on the board, or at one from a file before it is played.

import { draw } from "diagram";
import * as evaluation from "evaluation";

const element = (id) => document.getElementById(id);

/** The game on the board, as it was told last. */
let told = { plies: [], machine: {} };
/** H was the last key: where the cursor goes now is the hint. */
let hint = false;
/** What is looked at: which game; the nodes of a tree, each with its parent and children; where; and the file's text if it is one's. */
let review = null;

const upper = (name) => name === "" ? "pass" : name.toUpperCase();
const colour = (number) => number % 2 === 0 ? "Black" : "White";

/** Shows the newest state. */
export function tell(status) {
  const { plies, machine } = status;
  set("players", `${seats(status)}, ${machine.rule ?? "Othello"}`);
  // Gomoku is kept as SGF alone.
  element("format").hidden = machine.game === "gomoku";
  set("stand", stand(status));
  set("club", club(status));
  const before = told.plies;
  const begun = status.games !== told.games;
  let same = 0;
  while (same < plies.length && plies[same] === before[same]) same++;
  if (begun || same < plies.length || same < before.length) {
    list(plies, same);
    if (machine.page === "game") announce(before, plies, begun ? 0 : same, begun);
  }
  point(status);
  const news = [];
  if (machine.winner && told.machine.winner !== machine.winner) news.push(stand(status));
  if (machine.club_ended && told.machine.club_ended !== machine.club_ended) news.push(clubEnd(status.machine));
  if (news.length > 0) say(news.join(" "));
  told = status;
}

function set(id, text) {
  if (element(id).textContent !== text) element(id).textContent = text;
}

function say(text) {
  element("news").textContent = text;
}

function stand(status) {
  const { machine, plies, thinking } = status;
  if (machine.page !== "game") {
    return { mode: `The machine shows the page of the game.${left(machine)}`, home: `The machine shows the list of games.${left(machine)}`,
      bring_up: "The machine shows its bring-up page.",
      club: machine.asking ? "That loses the club. Enter again does it, any other key says no." : machine.club_ended ? `${clubEnd(status.machine)} Any key starts it anew.` : "The machine shows the club: buy and sell pigs, eat, feed, or end it." }[machine.page];
  }
  if (machine.asking) return "Leave this game? The same key again does it, any other stays.";
  if (machine.winner) return result(machine);
  const clock = machine.clock === null ? "" : `, ${machine.clock} s left`;
  const does = machine.mode === "DEMO" || thinking ? "The computer is to move" : "to move";
  return `${side(machine.turn)}: ${does}, move ${plies.length + 1}${clock}.`;
}

const side = (name) => name === "black" ? "Black" : "White";

/** The side of the only person that plays, if there is only one. */
function person({ seats }) {
  const number = seats.indexOf("person");
  return number >= 0 && number === seats.lastIndexOf("person") ? ["black", "white"][number] : null;
}

/** How the game has ended: for the only person, or else for whom. */
function result(machine) {
  const { winner, discs, reason } = machine;
  const you = person(machine);
  if (winner === "draw") return you === null ? "A draw." : "Draw.";
  const loses = you !== null && you !== winner;
  const counts = discs === null ? [] : [...discs].sort((a, b) => loses ? a - b : b - a);
  const score = discs === null ? "" : ` ${counts.join(" to ")}`;
  // It is black who plays a foul.
  const foul = reason === null ? "" : ` by ${you === winner ? "Black's " : ""}${reason.toLowerCase()}`;
  return `${you === null ? `${side(winner)} has won` : loses ? "You lose" : "You win"}${score}${foul}.`;
}

/** What a game that was left means to the club. */
function left(machine) {
  const counts = machine.abandoned && !machine.helped && machine.club !== null && machine.club_ended === null && person(machine) !== null;
  return counts ? " The game that was left counts as lost in the club." : "";
}

function clubEnd({ club_ended: ended, club_reason: reason }) {
  const why = { strength: "strength fell below zero", money: "money fell below zero", ended: "it was ended with too few coins" };
  return ended === "won" ? "The club is over and won." : `The club is over and lost: ${why[reason]}.`;
}

/** The numbers of the club, if the machine has one. */
function club(status) {
  const { club, club_ended: ended } = status.machine;
  if (club === null) return "";
  const { money, strength, feed, pigs, grown } = club;
  const count = (number, one, more) => `${number} ${number === 1 ? one : more}`;
  return `${ended ? clubEnd(status.machine) : "Club:"} ${count(money, "coin", "coins")}, strength ${strength}, ${feed} feed, ${count(pigs, "pig", "pigs")}, ${grown} of them grown.`;
}

/** Who plays, and how well the computer does; in a game of two people how well it advises. */
function seats({ players, machine }) {
  const names = machine.levels.map((level, number) => level === null ? players[number] || "a person" : `the computer, level ${level}`);
  const advice = machine.seats.includes("computer") ? "" : `, hints of level ${machine.level}`;
  return `● ${names[0]}   ○ ${names[1]}${advice}`;
}

/** Says what has become of a game of which the first moves, so many, are the same as before. */
function announce(before, plies, same, begun) {
  // Of a game that is played back only the end; but a person's move and the computer's may come together.
  const from = Math.max(same, plies.length - 2);
  const named = plies.slice(from).map((ply, number) => `${from + number + 1}. ${colour(from + number)} ${upper(ply)}`);
  if (named.length > 0) say(named.join(", "));
  else say(begun ? "A new game" : `Taken back: ${before.slice(same).map(upper).join(", ")}`);
}

/** The crossing or the square under the cursor, and what is on it. */
function under({ game, cursor: [row, col], board }) {
  const name = String.fromCharCode(65 + col) + (game === "gomoku" ? board.length - row : row + 1);
  return name + { X: ", black", O: ", white", ".": "" }[board[row][col]];
}

/** Says where the hand is that the keys move: on which line of a page, on which place of the board. */
function point(status) {
  const { page, cursor } = status.machine;
  if (page !== "game") return set("pointed", status.line?.toLowerCase() ?? "");
  const moved = told.machine.page !== page || cursor.join() !== told.machine.cursor.join();
  if (!moved || status.replay !== null) return;
  set("pointed", (hint ? "Hint: " : "") + under(status.machine));
  hint = false;
}

/** What is ordered. */
export function hear(what) {
  if (what.do === "point" || what.down) hint = what.name === "h";
}

function list(plies, same) {
  const moves = element("moves");
  while (moves.children.length > same) moves.lastChild.remove();
  for (let number = moves.children.length; number < plies.length; number++) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.textContent = `${number + 1}. ${number % 2 === 0 ? "●" : "○"} ${upper(plies[number])}`;
    button.addEventListener("click", () => lookAt(number + 1));
    item.append(button);
    moves.append(item);
  }
  moves.scrollTop = moves.scrollHeight;
}

/** Shows the game on the board as it was after so many plies. */
function lookAt(number) {
  const nodes = [{ parent: null, move: null, comment: "", children: [] }];
  for (const move of told.plies) {
    nodes.at(-1).children.push(nodes.length);
    nodes.push({ parent: nodes.length - 1, move, comment: "", children: [] });
  }
  review = { game: told.machine.game, tree: { rule: told.machine.rule, setup: [], nodes, remarks: [] }, at: number, text: null };
  show();
}

/** Shows a game from a file, at the end of its main line. */
export function read(tree, game, text) {
  review = { game, tree, at: 0, text };
  go(last);
  element("review").scrollIntoView({ block: "nearest" });
}

function path(at) {
  const moves = [];
  for (let node = at; node !== null; node = review.tree.nodes[node].parent) {
    const { move } = review.tree.nodes[node];
    if (move !== null) moves.unshift(move);
  }
  return [...review.tree.setup, ...moves];
}

/** The nodes from the root to this one, and on to the end of the game or the variation. */
function through(at) {
  const { nodes } = review.tree;
  const line = [];
  for (let node = at; node !== null; node = nodes[node].parent) line.unshift(node);
  for (let node = nodes[at].children[0]; node !== undefined; node = nodes[node].children[0]) line.push(node);
  return line;
}

/** A position by its last move. */
function named(moves) {
  if (moves.length > 0) return `Move ${moves.length}: ${colour(moves.length - 1)} ${upper(moves.at(-1))}`;
  return review.game === "gomoku" ? "The empty board" : "The first four discs";
}

/** What the positions of the line are worth. */
function evaluate() {
  const line = through(review.at);
  const positions = line.map(path);
  evaluation.show({ game: review.game, rule: review.tree.rule ?? null, positions, names: positions.map(named),
    at: line.indexOf(review.at), go: (number) => go(() => line[number]) });
}

const steps = {
  first: () => 0,
  back: (at) => review.tree.nodes[at].parent ?? at,
  forward: (at) => review.tree.nodes[at].children[0] ?? at,
  last,
};

function last(at) {
  while (review.tree.nodes[at].children.length > 0) at = review.tree.nodes[at].children[0];
  return at;
}

function go(step) {
  review.at = step(review.at);
  show();
}

function show() {
  element("review").hidden = review === null;
  element("diagram").hidden = review === null;
  for (const current of document.querySelectorAll("#moves [aria-current]")) current.removeAttribute("aria-current");
  if (review === null) return evaluation.end();
  const { game, tree, at, text } = review;
  const node = tree.nodes[at];
  const moves = path(at);
  const where = named(moves);
  draw(element("diagram"), game, moves, [`Move ${moves.length}`, text === null ? "as it was" : "from the file"]);
  set("where", where);
  set("comment", [...(at === 0 ? tree.remarks : []), node.comment].join("\n").trim());
  element("ways").replaceChildren(...(node.children.length < 2 ? [] : node.children.map((child) => {
    const way = document.createElement("button");
    way.textContent = upper(tree.nodes[child].move ?? "…");
    way.addEventListener("click", () => go(() => child));
    return way;
  })));
  element("first").disabled = element("back").disabled = at === 0;
  element("forward").disabled = element("last").disabled = node.children.length === 0;
  element("go_on").hidden = text === null;
  if (text === null && at > 0) element("moves").children[at - 1]?.firstChild.setAttribute("aria-current", "step");
  say(where);
  evaluate();
}

export function close() {
  review = null;
  show();
}

/** A key that steps through what is looked at; whether it was one. Nothing else reaches the machine meanwhile. */
export function stepped(code) {
  if (review === null) return false;
  const keys = { ArrowLeft: "back", ArrowDown: "back", ArrowRight: "forward", ArrowUp: "forward", Home: "first", End: "last" };
  if (code in keys) go(steps[keys[code]]);
  else if (code === "Escape") close();
  else return code !== "Tab";
  return true;
}

/** Makes the buttons work; `order` takes what is for the machine. */
export function begin(order) {
  for (const name of Object.keys(steps)) element(name).addEventListener("click", () => go(steps[name]));
  element("close").addEventListener("click", close);
  element("go_on").addEventListener("click", () => {
    order({ do: "sgf", text: review.text, node: review.at });
    close();
  });
}
