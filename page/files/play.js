// The page: shows what comes from the machine and how it is, and gives orders.
"use strict";

import * as evaluation from "evaluation";
import * as game from "game";
import * as inside from "inside";
import * as keys from "keys";
import { open } from "link";
import * as picture from "picture";
import { save } from "save";
import * as sound from "sound";
import * as waves from "waves";

const element = (id) => document.getElementById(id);
const canvas = element("picture");

/** The newest status, and the link to the machine. */
let status = {};
let link = null;
/** The text of the file that is being read. */
let reading = null;

/** A longer file is no game. */
const LONGEST_FILE = 500_000;

function order(what) {
  // What was refused before is over.
  complain("");
  game.hear(what);
  link.send(what);
}

function complain(what) {
  element("trouble").textContent = what;
}

function told(newest) {
  if ("keys" in newest) return keys.listen(newest.keys, canvas, order, game.stepped);
  if ("refused" in newest) return complain(newest.refused);
  if ("pages" in newest) return share(newest.pages);
  if ("evaluation" in newest) return evaluation.take(newest);
  if ("tree" in newest) return game.read(newest.tree, newest.game, reading);
  if (newest.trouble !== status.trouble) complain(newest.trouble ?? "");
  status = newest;
  const number = (value) => value.toLocaleString("en").replaceAll(",", " ");
  element("engine").textContent = status.engine;
  element("clocks").textContent = number(status.clocks);
  element("rate").textContent = status.paused ? "paused, 0" : number(status.rate);
  slow(status);
  element("pause").textContent = status.paused ? "Go on" : "Pause";
  element("film").textContent = status.film === null ? "Record GIF" : `End GIF (${status.film})`;
  element("film_file").hidden = !status.has_film;
  element("progress").textContent = status.replay === null ? "" : `playing back: ${status.replay[0]} of ${status.replay[1]} moves`;
  element("sound").setAttribute("aria-pressed", status.machine.sound);
  element("sound").textContent = status.machine.sound ? "Sound is on" : "Sound is off";
  if (document.body.dataset.page !== status.machine.page) {
    document.body.dataset.page = status.machine.page;
    // On a phone the board's page has another width.
    picture.fit();
  }
  game.tell(status);
  inside.tell(status);
  waves.tell(status);
}

/** A machine that has not made its pace for so many reports is slow, and not only busy for a moment. */
const SLOW_FOR = 8;
let behind = 0;

/** Says how long a second of the machine takes where that is more than a second. */
function slow({ paused, pace, rate, replay }) {
  const late = !paused && replay === null && pace !== null && rate > 0 && rate < .9 * pace;
  behind = late ? behind + 1 : 0;
  element("slow").textContent = behind < SLOW_FOR ? "" : `This device is slower than the machine: its second takes ${(pace / rate).toFixed(1)} seconds here.`;
}

function share(pages) {
  element("shared").textContent = pages > 1 ? `${pages} pages share this machine` : "";
}

/** Without the machine nothing here does anything. */
function live(there, says) {
  element("link").textContent = says;
  document.body.classList.toggle("gone", !there);
  for (const part of document.querySelectorAll("main, aside")) part.inert = !there;
}

function opened() {
  live(true, "connected");
  evaluation.again();
  inside.again();
  canvas.focus({ preventScroll: true });
}

function closed(why) {
  live(false, why);
  share(0);
  keys.forget();
}

/** Takes a picture, or samples of sound after a byte 0. */
function given(bytes) {
  const isSound = new Uint8Array(bytes, 0, 1)[0] === 0;
  if (isSound) sound.play(new Int8Array(bytes, 1));
  else picture.show(new Blob([bytes]));
}

async function load() {
  const [file] = element("sgf").files;
  element("sgf").value = "";
  if (!file) return;
  if (file.size > LONGEST_FILE) return complain(`${file.name} is longer than any game`);
  read(decoded(await file.arrayBuffer()));
}

/** The text of a file: UTF-8, or else what the file itself names, or Latin-1, the format's own default. */
function decoded(bytes) {
  const latin = new TextDecoder("latin1").decode(bytes);
  const named = /\bCA\s*\[([^\]]*)\]/.exec(latin)?.[1].trim();
  for (const encoding of ["utf-8", named]) {
    try { return new TextDecoder(encoding, { fatal: true }).decode(bytes); } catch { /* then it is another */ }
  }
  return latin;
}

function read(text) {
  reading = text;
  order({ do: "read", text });
}

/** A game that was copied elsewhere. Into a field of the page nothing but its own text goes. */
function paste(event) {
  const text = event.clipboardData?.getData("text") ?? "";
  if (text.trim() === "" || event.target.closest?.("input, select")) return;
  if (text.length > LONGEST_FILE) return complain("what was copied is longer than any game");
  read(text);
}

const keep = (name) => save(link.file(name), complain);

/** The first visit begins with what one can do here. A browser that keeps nothing shows it each time. */
function tour() {
  const known = () => { try { return localStorage.getItem("tour"); } catch { return null; } };
  element("tour").hidden = known() !== null;
  element("tour_end").addEventListener("click", () => {
    element("tour").hidden = true;
    try { localStorage.setItem("tour", "seen"); } catch { /* then it is shown again */ }
    canvas.focus();
  });
  element("tour_again").addEventListener("click", () => {
    element("tour").hidden = false;
    element("tour_end").focus();
  });
}

function start() {
  game.begin(order);
  evaluation.begin((what) => link.send(what));
  inside.begin(order, (name) => link.file(name));
  tour();
  // After a click that gave an order the keys are the machine's again; who came by keyboard stays where he is.
  const click = (id, does) => element(id).addEventListener("click", (event) => {
    if (does() !== false && event.detail > 0) canvas.focus();
  });
  click("pause", () => order({ do: status.paused ? "resume" : "pause" }));
  click("step", () => order({ do: "step", clocks: Number(element("steps").value) }));
  click("sound", () => {
    sound.allow();
    for (const down of [true, false]) order({ do: "key", name: "v", down });
  });
  addEventListener("keydown", (event) => { if (event.code === "KeyV") sound.allow(); });
  click("film", () => order({ do: "film", on: status.film === null }));
  waves.begin(order, click);
  element("speed").addEventListener("change", () => {
    const speed = element("speed").value;
    order({ do: "speed", clocks: speed === "" ? null : speed === "game" ? status.second : Number(speed) });
  });
  element("sgf").addEventListener("change", load);
  for (const button of document.querySelectorAll("[data-file]")) button.addEventListener("click", () => keep(button.dataset.file));
  element("save_game").addEventListener("click", () => keep(`game.${element("format").hidden ? "sgf" : element("format").value}`));
  addEventListener("paste", paste);
  link = open({ opened, closed, told, given });
}

start();
