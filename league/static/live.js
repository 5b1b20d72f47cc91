// Keeps an open page right: clocks run here, everything else is asked for again when it changed.
// Without this script the page renews itself now and then.
"use strict";

const part = document.getElementById("live");
const content = document.querySelector("[data-results]");
const offline = document.getElementById("offline");
let results = null;

function shown(ms) {
  const whole = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function wind() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    if (!("end" in clock.dataset)) clock.dataset.end = performance.now() + Number(clock.dataset.left);
    if ("still" in clock.dataset) continue;
    const text = shown(Number(clock.dataset.end) - performance.now());
    if (clock.textContent !== text) clock.textContent = text;
  }
}

// What a part looks like apart from its clocks, which run by themselves.
function still(root) {
  const copy = root.cloneNode(true);
  for (const clock of copy.querySelectorAll("[data-left]")) {
    clock.textContent = "";
    delete clock.dataset.left;
    delete clock.dataset.end;
  }
  return copy.innerHTML.replace(/\s+/g, " ").trim();
}

// Sets clocks that are off by more than the network's delay; the others would only flicker.
function correct(clocks, told) {
  clocks.forEach((clock, at) => {
    const end = performance.now() + Number(told[at].dataset.left);
    if (!(Math.abs(Number(clock.dataset.end) - end) < 900)) clock.dataset.end = end;
  });
}

async function renew(where, address) {
  const answer = await fetch(address, { headers: { "Accept-Language": document.documentElement.lang } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const told = page.getElementById(where.id) || page.body;
  if (still(told) === still(where)) correct(where.querySelectorAll("[data-left]"), told.querySelectorAll("[data-left]"));
  else where.innerHTML = told.innerHTML;
  wind();
}

// An old page that looks new is worse than none: it says when it hears nothing, and tries again.
function listen() {
  const stream = new EventSource("/api/v1/events");
  let lost = null;
  stream.addEventListener("open", () => {
    clearTimeout(lost);
    lost = null;
    offline.hidden = true;
  });
  stream.addEventListener("error", () => {
    lost ??= setTimeout(() => {
      lost = null;
      offline.hidden = false;
      if (stream.readyState === EventSource.CLOSED) listen();  // a browser gives up on an error page
    }, 4000);
  });
  stream.addEventListener("tables", () => part && renew(part, part.dataset.part));
  stream.addEventListener("results", (event) => {
    if (results !== null && results !== event.data) {
      if (content) renew(content, location.href);
      document.dispatchEvent(new Event("results"));
    }
    results = event.data;
  });
}

listen();
wind();
setInterval(wind, 200);
