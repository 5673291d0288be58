// Draws a position as a book would: what the page looks back at is not the machine's picture.

import { HEIGHT, WIDTH } from "picture";

/** Pixels of the board, which is square. */
const BOARD = HEIGHT;
/** How each game's board looks: rows, pixels of a cell, the first of them; and the squares or the lines between stones. */
const looks = {
  gomoku: { size: 15, cell: 30, margin: 15, radius: 13, board: "#dcaa66", line: "#6b4a1c",
    stars: [[3, 3], [11, 3], [7, 7], [3, 11], [11, 11]] },
  othello: { size: 8, cell: 50, margin: 40, radius: 20, board: "#2f7d4f", line: "#163c26", stars: [] },
};

/**
 * Draws these moves of a game, a letter from the left and a number, or nothing for a turn that was passed or lost, black's
 * first; and beside them a few lines of text. Gomoku counts rows from the bottom, Othello from the top.
 */
export function draw(canvas, game, moves, lines) {
  const paper = canvas.getContext("2d");
  const look = looks[game];
  // As sharp as the screen is.
  canvas.width = canvas.clientWidth * devicePixelRatio;
  canvas.height = canvas.clientHeight * devicePixelRatio;
  paper.scale(canvas.width / WIDTH, canvas.height / HEIGHT);
  const at = (number) => look.margin + look.cell / 2 + look.cell * number;
  paper.fillStyle = look.board;
  paper.fillRect(0, 0, WIDTH, HEIGHT);
  paper.fillStyle = "#222432";
  paper.fillRect(BOARD, 0, WIDTH, HEIGHT);
  paper.strokeStyle = look.line;
  paper.beginPath();
  // Gomoku's lines cross under the stones, Othello's bound its squares.
  const shift = game === "othello" ? .5 : 0;
  const [first, last] = [at(-shift), at(look.size - 1 + shift)];
  for (let line = -shift; line < look.size; line++) {
    paper.moveTo(first, at(line) + .5);
    paper.lineTo(last, at(line) + .5);
    paper.moveTo(at(line) + .5, first);
    paper.lineTo(at(line) + .5, last);
  }
  paper.stroke();
  paper.fillStyle = look.line;
  for (const [x, y] of look.stars) paper.fillRect(at(x) - 3, at(y) - 3, 7, 7);
  paper.textAlign = "center";
  paper.textBaseline = "middle";
  // The coordinates stand outside of the first row and column.
  paper.font = "11px system-ui, sans-serif";
  const edge = (look.margin + look.cell / 2 - look.radius) / 2;
  for (let number = 0; number < look.size; number++) {
    const row = game === "gomoku" ? look.size - number : number + 1;
    paper.fillText(row, edge, at(number));
    paper.fillText(String.fromCharCode(65 + number), at(number), BOARD - edge);
  }
  paper.font = "13px system-ui, sans-serif";
  for (const { x, y, black, number } of game === "othello" ? discs(moves) : stones(moves)) {
    paper.fillStyle = black ? "#111" : "#f4f4f0";
    paper.beginPath();
    paper.arc(at(x), at(y), look.radius, 0, 2 * Math.PI);
    paper.fill();
    if (number === null) continue;
    const newest = number === moves.length - 1;
    paper.fillStyle = newest ? "#e04030" : black ? "#eee" : "#111";
    paper.fillText(number + 1, at(x), at(y) + 1);
  }
  paper.textAlign = "left";
  paper.fillStyle = "#d8d9de";
  lines.forEach((line, number) => paper.fillText(line, BOARD + 12, 40 + 24 * number));
}

const column = (name) => name.charCodeAt(0) - 97;

/** What lies on Gomoku's board. */
function stones(moves) {
  return moves.flatMap((name, number) => name === "" ? [] :
    [{ x: column(name), y: looks.gomoku.size - Number(name.slice(1)), black: number % 2 === 0, number }]);
}

/** What lies on Othello's board: its four discs, and the moves with what they have turned over. */
function discs(moves) {
  const { size } = looks.othello;
  const board = new Map();
  const put = (x, y, black, number) => board.set(size * y + x, { x, y, black, number });
  for (const [x, y] of [[3, 3], [4, 3], [3, 4], [4, 4]]) put(x, y, x !== y, null);
  const there = (x, y) => x >= 0 && x < size && y >= 0 && y < size ? board.get(size * y + x) : undefined;
  moves.forEach((name, number) => {
    if (name === "") return;
    const [x, y, black] = [column(name), Number(name.slice(1)) - 1, number % 2 === 0];
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1]) {
        const run = [];
        const end = () => there(x + (run.length + 1) * dx, y + (run.length + 1) * dy);
        while ((dx || dy) && end() && end().black !== black) run.push(end());
        if (end()) for (const disc of run) disc.black = black;
      }
    }
    put(x, y, black, number);
  });
  return board.values();
}
