// What the scripts do on the pages around the game: seats, times, addresses, taps of the referee.

import "./window.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { byId, tell } from "./pads.js";

await import("../../static/js/pages.js");
await import("../../static/js/taps.js");

const seatsPage = (...names) => {
  const seat = (name, seat) => `
    <li id="seat${seat}" class="s${seat % 2}" data-side="${seat % 2}"><label><i class="coin"></i>
      <input name="name" value="${name}" placeholder="Seat ${seat}" data-usual="Seat ${seat}"></label>
      <b class="chip" hidden></b><span class="grip"></span>
      <button value="up.${seat}">↑</button><button value="down.${seat}">↓</button></li>`;
  document.body.innerHTML = `<form class="seating">
    <ol data-seats data-count="4">${names.map(seat).join("")}</ol>
    <select name="dealer"><option value="0"></option><option value="2"></option></select>
    <div class="sitters"><button class="person" name="do" value="sit.Eve">Eve</button></div>
    <p data-blank></p><b data-start></b><i data-dealer="{name} deals first"></i>
    <button class="main" type="button"></button></form>`;
};

const seatFields = () => [...document.querySelectorAll("[data-seats] input")];
const names = () => seatFields().map(({ value }) => value);
const coins = () => [...document.querySelectorAll(".coin")].map((coin) => coin.textContent);
const told = () =>
  ["blank", "start", "dealer"].map((name) => document.querySelector(`[data-${name}]`).textContent);

const type = (seat, text) => {
  const field = seatFields()[seat];
  field.value = text;
  field.dispatchEvent(new window.Event("input", { bubbles: true }));
};

const enter = (seat) => {
  const event = new window.KeyboardEvent("keydown", { key: "Enter", bubbles: true });
  seatFields()[seat].dispatchEvent(event);
};

const click = (selector) => {
  const event = new window.MouseEvent("click", { bubbles: true, cancelable: true });
  document.querySelector(selector).dispatchEvent(event);
  return event.defaultPrevented;
};

test("an arrow swaps two names, and their coins; nothing goes beyond the ends", () => {
  seatsPage("Ann", "Ben", "Cat");

  click("#seat0 button:nth-of-type(2)");
  assert.deepEqual(names(), ["Ben", "Ann", "Cat"]);
  assert.deepEqual(coins(), ["B", "A", "C"]);
  click("#seat0 button:nth-of-type(1)");
  click("#seat2 button:nth-of-type(2)");
  assert.equal(document.activeElement, byId("seat1").querySelector("input"));
  assert.deepEqual(names(), ["Ben", "Ann", "Cat"]);
});

test("a member takes the first empty seat, and leaves it again", () => {
  seatsPage("Ann", "", "");

  assert.ok(click(".sitters button"));
  assert.deepEqual(names(), ["Ann", "Eve", ""]);
  assert.deepEqual(coins(), ["A", "E", "+"]);
  assert.equal(pressed(), "true");
  click(".sitters button");
  assert.deepEqual(names(), ["Ann", "", ""]);
});

test("a free seat drops out once somebody is named, where the number may vary", () => {
  seatsPage("", "", "");
  const dealers = () =>
    [...document.querySelectorAll("option")].map(({ textContent }) => textContent);
  const hints = () => seatFields().map(({ placeholder }) => placeholder);

  type(1, "Ben");
  assert.deepEqual(told(), [
    "2 free seats play as Seat 0, Seat 2.",
    "Start game: 3 players",
    "Seat 0 deals first",
  ]);
  document.querySelector("[data-seats]").dataset.dropOut = "1";
  type(1, "Bea");
  assert.deepEqual(told(), ["2 free seats drop out.", "Start game: 1 player", "Bea deals first"]);
  assert.deepEqual(hints(), ["free", "Seat 1", "free"]);
  assert.deepEqual(dealers(), ["Bea"]);
  click("#seat1 button:nth-of-type(1)");
  assert.deepEqual(names(), ["Bea", "", ""]);
  type(0, " ");
  assert.deepEqual(told(), [
    "Name who plays. Blank seats drop out.",
    "Start game: 3 players",
    "Seat 0 deals first",
  ]);
});

test("partners are named once all seats are taken, and the dealer chosen stays", () => {
  seatsPage("Ann", "Ben", "Cat", "");
  const dealer = document.querySelector("select");

  dealer.value = "2";
  dealer.dispatchEvent(new window.Event("input", { bubbles: true }));
  type(3, "Dan");

  assert.equal(told()[0], "Partners: Ann & Cat, Ben & Dan.");
  assert.equal(told()[2], "Cat deals first");
  assert.equal(dealer.value, "2");
  assert.ok(!document.querySelector("#seat2 .chip").hidden);
});

test("of seven who play alone none is a partner, and the seventh has a coin of the six", () => {
  seatsPage("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "");
  const seats = [...document.querySelectorAll("[data-seats] > li")];
  seats.forEach((seat, place) => {
    seat.dataset.side = place;
  });

  type(6, "Gus");

  assert.equal(told()[0], "");
  assert.ok(seats[6].classList.contains("s0"));
});

test("Enter goes from seat to seat, and from the last to the key", () => {
  seatsPage("Ann", "Ben", "");
  let started = 0;
  document.querySelector(".main").addEventListener("click", () => {
    started += 1;
  });

  enter(0);
  assert.equal(document.activeElement, seatFields()[1]);
  enter(2);
  assert.equal(started, 1);
  document.querySelector("[data-seats]").dataset.dropOut = "2";
  type(1, "");
  enter(1);
  assert.equal(started, 1); // one more name is needed
  type(2, "Cat");
  enter(1);
  assert.equal(started, 2); // the free one drops out
});

test("a chosen coin goes along to the seat, and leaves it again", () => {
  seatsPage("Ann", "");
  Object.assign(document.querySelector(".sitters button").dataset, { letter: "Ev", colour: "5" });
  const colours = () => [...document.querySelectorAll("li")].map((seat) => seat.className);

  click(".sitters button");
  assert.deepEqual(coins(), ["A", "Ev"]);
  assert.deepEqual(colours(), ["s0", "s5"]);
  click(".sitters button");
  assert.deepEqual(colours(), ["s0", "s1"]);
});

const pressed = () => document.querySelector(".sitters button").getAttribute("aria-pressed");

test("where all seats are taken nobody else can sit down, or the server makes one more", () => {
  seatsPage("Ann", "");
  type(1, "Ben");

  assert.ok(document.querySelector(".person").disabled);
  document.querySelector("form").insertAdjacentHTML("beforeend", '<button value="more"></button>');
  type(1, "Bea");
  assert.ok(!click(".sitters button"));
  assert.deepEqual(names(), ["Ann", "Bea"]);
});

test("a name that is dragged over others pushes them up, one by one", () => {
  seatsPage("Ann", "Ben", "Cat");
  const pointer = (kind, target) =>
    target.dispatchEvent(new window.PointerEvent(kind, { bubbles: true }));
  const over = (id) => {
    document.elementFromPoint = () => byId(id);
    pointer("pointermove", byId(id));
  };

  pointer("pointerdown", document.querySelector("#seat0 .grip"));
  over("seat1");
  over("seat2");
  assert.deepEqual(names(), ["Ben", "Cat", "Ann"]);

  pointer("pointerup", byId("seat2"));
  over("seat0");
  assert.deepEqual(names(), ["Ben", "Cat", "Ann"]);
});

test("times are told by the phone's clock, days are left alone", () => {
  document.body.innerHTML = `<time datetime="2026-03-01T12:30Z">12:30 UTC</time>
    <time datetime="2026-03-01">1 March</time>`;

  tell("after:swap", {});

  const [time, day] = [...document.querySelectorAll("time")].map((one) => one.textContent);
  assert.match(time, /^0?1 Mar 2026, \d\d:30$/);
  assert.equal(day, "1 March");
});

test("what a list was asked for stands in its address", () => {
  document.body.innerHTML = '<form data-asked><input name="lead" value="SA"></form>';
  const addresses = [];
  window.history.replaceState = (_, __, address) => addresses.push(address);

  tell("after:swap", {});

  assert.deepEqual(addresses, ["?lead=SA"]);
});

test("what a form would post is in no address, but the page's own is", () => {
  document.body.innerHTML = `<form method="post" data-asked="/own/edit/draft-1/3">
    <input name="csrf_token" value="secret"></form>`;
  const addresses = [];
  window.history.replaceState = (_, __, address) => addresses.push(address);

  tell("after:swap", {});
  document.querySelector("form").dataset.asked = "";
  tell("after:swap", {});

  assert.deepEqual(addresses, ["/own/edit/draft-1/3"]);
});

test("a tap takes along those that are not answered yet, in their order", () => {
  document.body.innerHTML = `<form id="trick" data-taps>
    <button name="tap" value="AS"></button><button name="tap" value="KH"></button></form>`;
  const tap = (value) => {
    const submitter = document.querySelector(`button[value=${value}]`);
    byId("trick").dispatchEvent(new SubmitEvent("submit", { bubbles: true, submitter }));
    return [...new FormData(byId("trick")).getAll("tap"), value];
  };

  assert.deepEqual(tap("AS"), ["AS"]);
  assert.deepEqual(tap("KH"), ["AS", "KH"]);
  assert.deepEqual(tap("AS"), ["AS", "KH", "AS"]);
});

test("a suit is sent once it is chosen, a key of the keyboard as its tap", () => {
  document.body.innerHTML = `<form id="trick" data-taps>
    <input type="radio" name="pick" value="H" checked aria-keyshortcuts="H">
    <input type="radio" name="pick" value="S" aria-keyshortcuts="S">
    <button name="tap" value="rank.T" aria-keyshortcuts="10 1 0 T"></button></form>`;
  const form = byId("trick");
  const sent = [];
  form.requestSubmit = (submitter = null) => {
    form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, submitter }));
    sent.push([...new FormData(form).getAll("tap"), ...(submitter ? [submitter.value] : [])]);
  };
  const press = (key, more) =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));

  press("s");
  press("s");
  press("h", { ctrlKey: true });
  press("1");
  press("h");

  assert.deepEqual(sent, [
    ["suit.S"],
    ["suit.S", "suit.S"],
    ["suit.S", "suit.S", "rank.T"],
    ["suit.S", "suit.S", "rank.T", "suit.H"],
  ]);
});

const pairsPage = (...names) => {
  const options = ["", "1", "2"].map((one) => `<option value="${one}">${one}</option>`).join("");
  const menu = (name, place) =>
    `<label><span>${name}</span><select name="unit.${place}">${options}</select></label>`;
  document.body.innerHTML = `<div data-pairs>${names.map(menu).join("")}</div>`;
  document.dispatchEvent(new window.Event("htmx:after:swap"));
};

const tapNames = (...names) => {
  for (const name of names) {
    [...document.querySelectorAll("[data-tapped] button")]
      .find((key) => key.textContent === name)
      .click();
  }
};

const units = () => [...document.querySelectorAll("[data-pairs] select")].map((one) => one.value);

const shownPairs = () =>
  [...document.querySelectorAll("[data-tapped] button")].map((key) => key.textContent);

test("two taps make a pair, one parts it again", () => {
  pairsPage("Ann", "Ben", "Cat", "Dan");
  assert.equal(document.querySelector("[data-pairs]").hidden, true);

  tapNames("Cat", "Ann");
  assert.deepEqual(units(), ["1", "", "1", ""]);
  assert.deepEqual(shownPairs(), ["Ann & Cat", "Ben", "Dan"]);
  tapNames("Dan", "Dan", "Ben", "Dan");
  assert.deepEqual(units(), ["1", "2", "1", "2"]);
  tapNames("Ann & Cat");
  assert.deepEqual(units(), ["", "2", "", "2"]);
  tapNames("Ann", "Cat");
  assert.deepEqual(units(), ["1", "2", "1", "2"]);
});

test("a pair tapped after a name leaves it unpaired", () => {
  pairsPage("Ann", "Ben", "Cat");
  tapNames("Ann", "Ben", "Cat", "Ann & Ben");

  assert.deepEqual(units(), ["", "", ""]);
  assert.equal(document.querySelectorAll("[aria-pressed=true]").length, 0);
});
