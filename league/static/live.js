// Keeps an open page right: clocks run here; what changed is told, or asked for again where a page is one person's.
// Without this script the page renews itself now and then.
"use strict";

const TAP_MS = 1500;   // a finger that rests longer is no tap
const CLICK_MS = 300;  // a lifted finger's click comes within this, or none does
const part = document.getElementById("live");
const content = document.querySelector("[data-results]");
const offline = document.getElementById("offline");
let untilMs = 0;  // a tap is under way until then

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

addEventListener("pointerdown", () => { untilMs = performance.now() + TAP_MS; }, true);
addEventListener("pointerup", () => { untilMs = Math.min(untilMs, performance.now() + CLICK_MS); }, true);
for (const end of ["click", "pointercancel"]) addEventListener(end, () => { untilMs = 0; }, true);

// Between a touch and its click nothing may be put in the place of what is touched: the click would go nowhere.
async function untouched() {
  while (performance.now() < untilMs) await new Promise((resolve) => { setTimeout(resolve, 20); });
}

// Who is in the middle of a form loses nothing of it.
for (const kind of ["input", "click"]) {
  document.addEventListener(kind, (event) => event.target.closest("form")?.setAttribute("data-begun", ""));
}

function begun(where) { return where.querySelector("form[data-begun]") !== null; }

// Gives a function that shows in `where` what it is given, or asks for it again; one after the other, so that an
// older one is never the last.
function renewing(where, address) {
  let drawn = still(where);  // as the server told it, before any script of the page's own
  let asking = false;
  let wanted = null;

  async function asked() {
    const answer = await fetch(address, { headers: { "Accept-Language": document.documentElement.lang } });
    return answer.ok ? answer.text() : null;
  }

  async function once(html) {
    if (begun(where)) return;
    const text = html || await asked();
    if (text === null) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    const told = page.getElementById(where.id) || page.body;
    await untouched();
    if (begun(where)) return;
    if ("results" in where.dataset) where.dataset.results = told.dataset.results;
    const now = still(told);
    if (now === drawn) correct(where.querySelectorAll("[data-left]"), told.querySelectorAll("[data-left]"));
    else replace(where, told);
    drawn = now;
    wind();
  }

  return async (html = "") => {
    wanted = html;
    if (asking) return;
    asking = true;
    try {
      while (wanted !== null) {
        const now = wanted;
        wanted = null;
        await once(now);
      }
    } finally { asking = false; }
  };
}

// What was unfolded stays so. Scripts of the page's own hear `renewed` and see to what is new.
function replace(where, told) {
  const open = [...where.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
  where.innerHTML = told.innerHTML;
  for (const summary of where.querySelectorAll("details > summary")) {
    if (open.includes(summary.textContent)) summary.parentElement.open = true;
  }
  where.dispatchEvent(new Event("renewed", { bubbles: true }));
}

// An old page that looks new is worse than none: it says when it hears nothing, and tries again.
function listen() {
  const open = new URLSearchParams({ lang: document.documentElement.lang });
  if (part) open.set("part", part.dataset.part);
  if (content?.dataset.results) {
    open.set("content", location.pathname + location.search);
    open.set("drawn", content.dataset.results);
  }
  const stream = new EventSource(`/api/v1/events?${open}`);
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
  stream.addEventListener("tables", () => renewPart?.());
  stream.addEventListener("part", (event) => renewPart?.(event.data));
  stream.addEventListener("content", (event) => renewContent?.(event.data));
  // A page says which results it was drawn from; only others are news to it.
  stream.addEventListener("results", (event) => { if (content?.dataset.results !== event.data) renewContent?.(); });
}

const renewPart = part && renewing(part, part.dataset.part);
const renewContent = content && renewing(content, location.href);
listen();
wind();
setInterval(wind, 200);
