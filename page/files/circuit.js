// The page of a circuit: its inputs as switches, its outputs as lamps, its clock by steps or at a speed.
"use strict";

import * as beside from "beside";
import * as inside from "inside";
import { open } from "link";
import { save } from "save";
import * as waves from "waves";

const element = (id) => document.getElementById(id);

/** The newest status, and the link to the circuit. */
let status = { paused: true, ports: [] };
let link = null;

function complain(what) {
  element("trouble").textContent = what;
}

function order(what) {
  complain("");
  link.send(what);
}

/** The row of a port: its name, and what shows or sets its value. */
function row({ name, width, input, states }) {
  const made = document.createElement("li");
  const set = (value) => order({ do: "set", port: name, value });
  const label = document.createElement("label");
  label.append(width > 1 ? `${name}[${width - 1}:0] ` : `${name} `);
  let shows;
  if (!input) {
    shows = document.createElement("output");
    if (width === 1 && states.length === 0) shows.className = "lamp";
  } else if (states.length > 0) {
    shows = document.createElement("select");
    shows.append(...states.map((state) => new Option(state, state)));
    shows.addEventListener("change", () => set(shows.value));
  } else if (width === 1) {
    shows = document.createElement("button");
    shows.setAttribute("role", "switch");
    shows.addEventListener("click", () => set(shows.textContent === "1" ? "0" : "1"));
  } else {
    shows = document.createElement("input");
    shows.autocomplete = "off";
    shows.addEventListener("change", () => set(shows.value.trim()));
  }
  label.append(shows);
  made.append(label);
  made.dataset.port = name;
  return made;
}

/** Shows the ports' values. */
function values(ports) {
  if (element("inputs").childElementCount + element("outputs").childElementCount === 0) {
    for (const port of ports) element(port.input ? "inputs" : "outputs").append(row(port));
  }
  for (const { name, value } of ports) {
    const shows = document.querySelector(`[data-port="${name}"] label`).lastElementChild;
    if (shows.matches("input, select")) {
      // What is being written stays.
      if (document.activeElement !== shows) shows.value = value;
    } else {
      shows.textContent = value;
      if (shows.matches("button")) shows.setAttribute("aria-checked", value === "1");
      shows.classList.toggle("lit", value === "1");
    }
  }
}

function told(newest) {
  if ("refused" in newest) return complain(newest.refused);
  if (newest.trouble !== status.trouble) complain(newest.trouble ?? "");
  status = newest;
  const number = (value) => value.toLocaleString("en").replaceAll(",", " ");
  document.title = `Tengen: ${status.circuit}`;
  element("name").textContent = status.circuit;
  element("clocks").textContent = number(status.clocks);
  element("rate").textContent = status.paused ? "paused, 0" : number(status.rate);
  element("pause").textContent = status.paused ? "Run" : "Pause";
  values(status.ports);
  inside.tell(status);
  waves.tell(status);
}

function opened() {
  element("link").textContent = "";
  document.querySelector("main").inert = false;
  beside.begin((name) => link.file(name));
}

function closed(why) {
  element("link").textContent = why;
  document.body.classList.add("gone");
  document.querySelector("main").inert = true;
}

const click = (id, does) => element(id).addEventListener("click", does);
inside.begin(order, (name) => link.file(name));
element("inside").open = true;
waves.begin(order, click);
click("pause", () => order({ do: status.paused ? "resume" : "pause" }));
click("step", () => order({ do: "step", clocks: Number(element("steps").value) }));
click("waves_file", () => save(link.file("waves.zip"), complain));
element("speed").addEventListener("change", () => {
  const speed = element("speed").value;
  order({ do: "speed", clocks: speed === "" ? null : Number(speed) });
});
link = open({ opened, closed, told, given: () => {} });
