// A verb, who, whom, and what else it has to be told: built from the verbs that console.js was told.
"use strict";

// -- panels ---------------------------------------------------------------------------------

function open(title, said, inside, lasts) {
  const head = make("div", "title", make("h2", "", title, said ? make("span", "said", ` › ${said}`) : null), key(say("cancel"), cancel));
  head.querySelector("h2").id = "panel-title";
  panel.replaceChildren(head, ...(lasts ? [make("div", "ruler", make("i"))] : []), ...inside);
  panel.hidden = false;
  panel.scrollTop = 0;
  toast.hidden = true;
  if (asking) {
    asking.length = lasts;
    asking.until = lasts ? performance.now() + lasts : null;
  }
  (panel.querySelector("[data-first]") ?? panel.querySelector(".key:not(.title .key)"))?.focus({ preventScroll: true });
}

function close() {
  asking = null;
  panel.hidden = true;
  panel.replaceChildren();
}

// Dice that were begun and not entered: the throw that this began is taken back, unless something came after it.
function cancel() {
  const { thrown, values } = asking ?? {};
  close();
  if (thrown) takeBackThrown(values.seat);
}

function takeBackThrown(seat) {
  const name = data.seats.find((one) => one.seat === seat)?.name ?? "";
  const takes = { key: "kiosk.undo.thrown", params: [["name", name], ["seat", String(seat)]], count: null };
  return send({ do: { do: "undo", back: 1 }, takes });
}

document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !panel.hidden) cancel(); });

function morePanel(seat) {
  asking = { panel: "more" };
  const parts = [];
  for (const group of words.groups) {
    const grid = make("div", "grid");
    for (const verb of words.verbs) {
      const bySeat = verb.steps[0]?.field === "seat";
      if (verb.group !== group.group || !can(verb.do) || (seat === null ? verb.main : !bySeat && verb.do !== "roll")) continue;
      grid.append(key(verb.label, () => begin(verb, seat === null ? {} : { seat }), verb.grave ? "key out" : "key"));
    }
    if (grid.childElementCount) parts.push(make("section", "part", make("h3", "", group.label), grid));
  }
  open(seat === null ? say("more") : seatName(seat), "", parts, 0);
}

function undoPanel() {
  asking = { panel: "undo" };
  const list = make("div", "undo");
  data.undo.forEach((one, place) => {
    const entry = key(make("b", "", one.said), () => {
      close();
      send({ do: { do: "undo", back: one.back }, takes: one.takes }, say("undo"), one.said);
    }, place === 0 ? "key now" : "key");
    entry.append(make("span", "", one.age));
    list.append(entry);
  });
  if (!data.undo.length) list.append(make("p", "question", say("nothing_to_undo")));
  open(say("undo"), "", [list], 0);
}

function clockPanel() {
  asking = { panel: "clock" };
  numberPad(say("left"), "", 4, async (typed) => {
    close();
    for (const digit of typed) await hand(digit);
    await hand("next");
  }, null);
}

// -- a verb, who, whom ----------------------------------------------------------------------

function begin(verb, preset = {}) {
  if (!verb) return;
  const known = { ...data.presets?.[verb.word], ...preset };  // what the phase says already
  asking = { verb, step: -1, values: { ...verb.fixed, ...known }, shown: [] };
  if (known.seat !== undefined) asking.shown.push(seatName(known.seat));
  if (verb.do === "roll" && !data.pending) {
    asking.thrown = true;  // the dice have fallen now; their values follow
    asking.values.seat ??= data.roller;
    const begun = asking;
    send({ do: { do: "thrown", seat: asking.values.seat } }, verb.label, seatName(asking.values.seat), { quiet: true }).then((answer) => {
      begun.thrown = Boolean(answer.accepted);
      if (!answer.accepted && asking === begun) close();  // it is not this seat's turn any more
    });
  }
  advance();
}

function advance() {
  const { verb, values } = asking;
  asking.step += 1;
  const step = verb.steps[asking.step];
  if (!step) {
    if (verb.grave && !asking.sure) sure();
    else finish();
  } else if (step.kind === "seat" && values[step.field] !== undefined) advance();
  else STEPS[step.kind](step);
}

function chosen(step, value, shown) {
  if (value !== undefined) asking.values[step.field] = value;
  if (shown) asking.shown.push(shown);
  advance();
}

function sure() {
  const yes = key(`✓ ${say("sure")}`, () => { asking.sure = true; finish(); }, "key now");
  const no = key(`✗ ${say("no")}`, cancel);
  no.dataset.first = "yes";
  const row = make("div", "row", no, yes);
  open(asking.verb.label, asking.shown.join(" › "), [make("p", "warning", asking.verb.warning), row], 0);
}

function finish() {
  const { verb, values, shown } = asking;
  const fields = { do: verb.do, ...values };
  if (verb.do === "roll") fields.seat ??= data.roller;
  if (fields.sheet) { Object.assign(fields, fields.sheet); delete fields.sheet; }
  for (const word of ["houses", "percent"]) if (typeof fields[word] === "string") fields[word] = Number(fields[word]);
  close();
  enter(fields, verb.label, shown.join(" › "));
}

const STEPS = {
  seat(step) {
    const grid = make("div", "grid who");
    for (const seat of data.seats) {
      if (step.field !== "seat" && seat.seat === asking.values.seat) continue;
      const label = make("span", "", seat.name);
      const entry = key(make("b", "", String(seat.seat)), () => chosen(step, seat.seat, `${seat.seat} ${seat.name}`), seat.out ? "key out" : "key");
      entry.append(label);
      grid.append(entry);
    }
    step.words.forEach((word, at) => grid.append(key(step.labels[at], () => chosen(step, word, step.labels[at]))));
    if (step.may_skip) grid.append(key(say("skip"), () => chosen(step, undefined, "")));
    show(step, [grid]);
  },
  seats(step) {
    const named = new Set();
    const grid = make("div", "grid who");
    for (const seat of data.seats) {
      const entry = key(make("b", "", String(seat.seat)), () => {
        if (!named.delete(seat.seat)) named.add(seat.seat);
        entry.setAttribute("aria-pressed", String(named.has(seat.seat)));
        entry.classList.toggle("now", named.has(seat.seat));
      }, seat.out ? "key out" : "key");
      entry.setAttribute("aria-pressed", "false");
      entry.append(make("span", "", seat.name));
      grid.append(entry);
    }
    const done = key(say("ok"), () => {
      const seats = [...named].sort((one, other) => one - other);
      if (seats.length) chosen(step, seats, seats.join(", "));
    }, "key now");
    show(step, [grid, make("div", "row", done)]);
  },
  choice(step) {
    const grid = make("div", "grid");
    step.words.forEach((word, at) => grid.append(key(step.labels[at], () => chosen(step, word, step.labels[at]))));
    show(step, [grid]);
  },
  number(step) {
    const skip = step.may_skip ? () => chosen(step, undefined, "") : null;
    numberPad(asking.verb.label, step.question, 6, (typed) => chosen(step, Number(typed), typed), skip);
  },
  dice(step) {
    const seat = asking.values.seat ?? data.roller;
    const pairs = make("div", "pairs");
    for (let low = 1; low <= 6; low += 1) {
      for (let high = 1; high <= 6; high += 1) {
        if (high < low) { pairs.append(make("span")); continue; }
        const pair = key(`${low}${high}`, () => chosen(step, [low, high], `${low} ${high}`));
        pair.setAttribute("aria-label", `${low} ${high}`);
        pairs.append(pair);
      }
    }
    const others = make("div", "row");
    for (const one of data.seats) {
      if (one.seat === seat || one.out) continue;
      const other = key(String(one.seat), () => otherDice(one.seat));
      other.setAttribute("aria-label", seatName(one.seat));
      others.append(other);
    }
    show(step, [pairs, make("p", "question", say("other_seat")), others], say("dice_of", { seat: seatName(seat) }));
  },
  deed(step) {
    const extra = make("div", "grid");
    step.words.forEach((word, at) => extra.append(key(step.labels[at], () => chosen(step, word, step.labels[at]))));
    const skip = step.may_skip ? [key(say("skip"), () => chosen(step, undefined, ""))] : [];
    const word = step.kind === "field" ? "name" : "code";
    show(step, [deedGrid(() => null, (deed) => chosen(step, deed[word], deed[word])), ...(step.words.length ? [extra] : []), ...skip]);
  },
  field(step) { STEPS.deed(step); },
  goods(step) { goods(step); },
  sheet(step) { sheet(step); },
  text(step) {
    const grid = make("div", "grid");
    step.labels.forEach((label) => grid.append(key(label, () => chosen(step, label, label))));
    const typed = make("input");
    typed.type = "text";
    typed.maxLength = 120;
    typed.setAttribute("aria-label", step.question);
    const done = key(say("ok"), () => { if (typed.value.trim()) chosen(step, typed.value.trim(), typed.value.trim()); }, "key now");
    const row = make("div", "row", typed, done);
    const inside = [grid, make("p", "question", say("else")), row];
    if (step.may_skip) inside.unshift(key(say("skip"), () => chosen(step, undefined, "")));
    show(step, inside);
  },
};

function show(step, inside, question = step.question) {
  open(asking.verb.label, asking.shown.join(" › "), [make("p", "question", question), ...inside], EXPIRES_MS[step.kind] ?? TYPING_MS);
}

// Another seat's dice: the throw that was begun for the turn seat is taken back, as at the table.
async function otherDice(seat) {
  const begun = asking;
  if (begun.thrown) { begun.thrown = false; await takeBackThrown(begun.values.seat); }
  if (asking !== begun) return;
  begun.values.seat = seat;
  begun.step -= 1;
  advance();
}

function numberPad(title, question, longest, done, skip) {
  let typed = "";
  const shown = make("output", "typed", "");
  const write = (text) => { typed = text.slice(0, longest); shown.textContent = typed; if (asking?.until) asking.until = performance.now() + asking.length; };
  const pad = make("div", "pad");
  for (const digit of "789456123") pad.append(key(digit, () => write(typed + digit)));
  pad.append(key(say("clear"), () => write("")), key("0", () => write(typed + "0")), key(say("ok"), () => { if (typed) done(typed); }, "key now"));
  const inside = [make("p", "question", question), shown, pad];
  if (skip) inside.push(key(say("skip"), skip));
  open(title, asking?.shown?.join(" › "), inside, TYPING_MS);
}

// -- deeds: one to choose, goods of a trade, a result sheet ----------------------------------

function deedGrid(held, act) {
  const grid = make("div", "deeds");
  for (const deed of data.deeds) {
    const found = held(deed);
    const entry = key(make("span", `band g${deed.group}`, deed.label), () => act(deed, entry));
    entry.append(found ? make("span", found.mortgaged ? "held mortgaged" : "held", found.houses === 5 ? say("hotel") : found.houses ? `${found.houses} ⌂` : "✓") : make("span"));
    entry.setAttribute("aria-label", `${deed.code} ${deed.name}`);
    entry.setAttribute("aria-pressed", String(Boolean(found)));
    grid.append(entry);
  }
  return grid;
}

function goods(step) {
  const held = new Map();
  let cash = 0;
  let cards = 0;
  const draw = () => {
    const line = make("div", "row",
      key(`${say("cash")}: ${cash}`, () => {
        numberPad(asking.verb.label, say("cash"), 6, (typed) => { cash = Number(typed); draw(); }, () => { cash = 0; draw(); });
      }),
      key(`${say("cards")}: ${cards}`, () => { cards = (cards + 1) % 3; draw(); }),
      key(say("done"), () => {
        const value = { cash, deeds: [...held.keys()], cards };
        const said = [...(cash ? [String(cash)] : []), ...held.keys(), ...(cards ? [`${cards} ${say("cards")}`] : [])].join(" ");
        chosen(step, value, said || say("none"));
      }, "key now"));
    show(step, [deedGrid((deed) => held.get(deed.code), (deed) => { held.has(deed.code) ? held.delete(deed.code) : held.set(deed.code, {}); draw(); }), line]);
  };
  draw();
}

function sheet(step) {
  const seat = data.seats.find((one) => one.seat === asking.values.seat);
  const entered = (data.entered?.[seat?.seat] ?? []).filter((deed) => data.deeds.some((one) => one.code === deed.field));
  const held = new Map((seat?.sheet?.deeds ?? entered).map((deed) => [deed.field, { mortgaged: deed.mortgaged, houses: deed.houses }]));
  let cash = seat?.sheet?.cash ?? null;
  let last = null;
  const draw = () => {
    const grid = deedGrid((deed) => held.get(deed.code), (deed) => {
      if (last?.code === deed.code && held.has(deed.code)) { held.delete(deed.code); last = null; }
      else { if (!held.has(deed.code)) held.set(deed.code, { mortgaged: false, houses: 0 }); last = deed; }
      draw();
    });
    const inside = [grid];
    const one = last && held.get(last.code);
    if (one) {
      const houses = make("div", "row");
      for (let count = 0; last.house && count <= 5; count += 1) {
        houses.append(key(count === 5 ? say("hotel") : String(count), () => { one.houses = count; one.mortgaged = false; draw(); }, one.houses === count ? "key now" : "key"));
      }
      const mortgage = key(say("mortgaged"), () => { one.mortgaged = !one.mortgaged; if (one.mortgaged) one.houses = 0; draw(); }, one.mortgaged ? "key now" : "key");
      inside.push(make("p", "question", `${last.code} ${last.name}${last.house ? ` · ${say("houses")}` : ""}`), houses, make("div", "row", mortgage));
    }
    inside.push(make("div", "row",
      key(`${say("cash")}: ${cash ?? "–"}`, () => {
        numberPad(asking.verb.label, say("cash"), 6, (typed) => { cash = Number(typed); draw(); }, null);
      }, cash === null ? "key now" : "key"),
      key(say("done"), () => {
        if (cash === null) return;
        const deeds = [...held].map(([name, deed]) => ({ name, ...(deed.mortgaged ? { mortgaged: true } : {}), ...(deed.houses ? { houses: deed.houses } : {}) }));
        chosen(step, { cash, deeds }, "");
      }, cash === null ? "key" : "key now")));
    show(step, inside);
  };
  draw();
}
