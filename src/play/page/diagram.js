// Draws a position as a book would: what the page looks back at is not the machine's picture.

const SIZE = 15;
const CELL = 32;
const at = (number) => CELL / 2 + CELL * number;

/** Draws these moves, `h8` each or nothing for a lost turn, black's first, and beside them a few lines of text. */
export function draw(canvas, moves, lines) {
  const paper = canvas.getContext("2d");
  paper.fillStyle = "#dcaa66";
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.fillStyle = "#222432";
  paper.fillRect(SIZE * CELL, 0, canvas.width, canvas.height);
  paper.strokeStyle = "#6b4a1c";
  paper.beginPath();
  for (let line = 0; line < SIZE; line++) {
    paper.moveTo(at(0), at(line) + .5);
    paper.lineTo(at(SIZE - 1), at(line) + .5);
    paper.moveTo(at(line) + .5, at(0));
    paper.lineTo(at(line) + .5, at(SIZE - 1));
  }
  paper.stroke();
  paper.fillStyle = "#6b4a1c";
  for (const [x, y] of [[3, 3], [11, 3], [7, 7], [3, 11], [11, 11]]) paper.fillRect(at(x) - 3, at(y) - 3, 7, 7);
  paper.textAlign = "center";
  paper.textBaseline = "middle";
  paper.font = "13px system-ui, sans-serif";
  moves.forEach((name, number) => {
    if (name === "") return;
    const [x, y] = [at(name.charCodeAt(0) - 97), at(SIZE - Number(name.slice(1)))];
    const black = number % 2 === 0;
    paper.fillStyle = black ? "#111" : "#f4f4f0";
    paper.beginPath();
    paper.arc(x, y, 14, 0, 2 * Math.PI);
    paper.fill();
    const last = number === moves.length - 1;
    paper.fillStyle = last ? "#e04030" : black ? "#eee" : "#111";
    paper.fillText(number + 1, x, y + 1);
  });
  paper.textAlign = "left";
  paper.fillStyle = "#d8d9de";
  lines.forEach((line, number) => paper.fillText(line, SIZE * CELL + 12, 40 + 24 * number));
}
