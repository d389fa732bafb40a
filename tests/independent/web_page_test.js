// SPDX-License-Identifier: Apache-2.0
// Runs within a web page of satscope, and says what is wrong with it, a line each.
const say = line => parent.postMessage(line, "*"), $ = selector => document.querySelector(selector);
const is = (found, wanted, what) => { if (found !== wanted) say(`${what}: ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`); };
const press = (key, more = {}, at = document.body) => at.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true, ...more}));
const named = label => $(`button[aria-label="${label}"]`);
const guarded = test => (...words) => { try { test(...words); } catch (error) { say(`an exception: ${error.stack}`); } };

/** What every page keeps to, as large as it is now. */
function test_look() {
  if (document.documentElement.scrollWidth > innerWidth) say(`the page is ${document.documentElement.scrollWidth} wide, the window ${innerWidth}`);
  for (const control of document.querySelectorAll("button, select, summary, .scrub, nav a, .act input")) {
    const {width, height} = control.getBoundingClientRect();
    if (control.checkVisibility() && (height < 43.9 || (width < 43.9 && control.tagName !== "A")))
      say(`a target of ${width.toFixed(1)} x ${height.toFixed(1)}: ${control.outerHTML.slice(0, 80)}`);
    if (!control.textContent.trim() && !control.getAttribute("aria-label") && !control.labels?.[0]?.textContent.trim()) say(`without a name: ${control.outerHTML.slice(0, 80)}`);
  }
  // a reader comes to the heading, the picture, the sentence, the buttons, in this order
  const parts = [".phase", ".picture > svg", ".told", ".controls"].map($);
  for (let i = 1; i < parts.length; ++i)
    if (!(parts[i - 1].compareDocumentPosition(parts[i]) & Node.DOCUMENT_POSITION_FOLLOWING)) say(`part ${i} is read before the one above it`);
  const levels = [...document.querySelectorAll("h1, h2, h3")].map(heading => Number(heading.tagName[1]));
  levels.forEach((level, i) => { if (i === 0 ? level !== 1 : level > levels[i - 1] + 1) say(`a heading of level ${level} after ${levels[i - 1]}`); });
  const scale = $(".picture > svg").getScreenCTM().a, least = innerWidth < 700 ? .8 : 1;
  if (scale < least) say(`the drawing is ${scale.toFixed(2)} times its size: too small for its stage`);
  is($(".told").getAttribute("aria-live"), "polite", "the sentence is live");
}

const test_steps = guarded(() => {
  const count = () => $(".count").textContent, svg = () => $(".picture > svg").innerHTML.replace(/d\d+c/g, ""), last = satscope.players[0].last;
  is(count(), `8 / ${last}`, "begins at the step of the figure");
  is($(".told").textContent.includes("7 + 4 = 11, stored at temp[3]"), true, "says what the step does");
  const lit = document.querySelectorAll(".code .lit");
  $("details:has(.code)").open = true;
  satscope.players[0].show();
  is(document.querySelectorAll(".code .lit").length > 0, true, "a line is lit");
  is($(".code").textContent.includes("temp[3] = "), true, "values are below their line");
  is($(".behind table").textContent.includes("work"), true, "it counts the work");
  test_look();
  press("Home");
  is(count(), `0 / ${last}`, "Home"); is(named("Step back").disabled, true, "no step before the first");
  named("Next step").click(); const one = svg();
  named("Next step").click(); named("Step back").click();
  is(count(), `1 / ${last}`, "there and back"); is(svg() === one, true, "there and back is the same picture");
  press("ArrowRight"); is(count(), `2 / ${last}`, "right"); press("ArrowLeft"); is(count(), `1 / ${last}`, "left");
  press("End"); is(count(), `${last} / ${last}`, "End"); is(named("Next step").disabled, true, "no step after the last");
  const end = svg();
  press("Home"); $(".scrub").value = last; $(".scrub").dispatchEvent(new Event("input")); is(svg() === end, true, "scrub");
  press("Home"); press("PageDown"); is(count(), `1 / ${last}`, "the end of the first phase"); press("ArrowRight", {shiftKey: true});
  is(count(), `4 / ${last}`, "the end of the second"); press("PageUp"); is(count(), `1 / ${last}`, "back");
  press("w"); is($(".views [aria-pressed=true]").textContent, "Tree", "the next view"); is(svg() === one, false, "is another picture"); press("w");
  // the theme
  const theme = $("header button"), ground = () => getComputedStyle(document.body).backgroundColor, light = ground(), before = svg();
  theme.click(); is(theme.getAttribute("aria-pressed"), "true", "dark is pressed"); is(ground() === light, false, "the ground is another");
  is(svg() === before, false, "so is the picture"); theme.click(); is(svg() === before, true, "and back");
  // predict: mark, type, see the gap
  press("p");
  is($(".predict").hidden, false, "predict opens");
  press("Home"); press("ArrowRight");
  const cell = index => $(`.cells [aria-label="temp[${index}]"]`), click = index => cell(index).dispatchEvent(new MouseEvent("click", {bubbles: true}));
  is(cell(3).getAttribute("aria-pressed"), "false", "nothing is marked");
  for (const index of [1, 3, 5]) click(index);
  press("9");
  is($(".cells .said") !== null, true, "what is typed is shown");
  press("ArrowRight");
  is(count(), `2 / ${last}`, "goes on");
  const verdict = $(".predict [role=status]").textContent;
  is(verdict.includes("3 of 4 cells found; 0 of 1 value right, 2 not typed.") && verdict.includes("temp[5]: you said 9, it is 5, 4 off."), true, `says the gap (${verdict})`);
  is([1, 3, 5, 7].map(index => cell(index).getAttribute("class")).join(), "good,good,bad,missed", "marks");
  $(".predict button[type=button]").click();
  is($(".predict label").textContent.includes("writes temp[3]. Which number?"), true, `asks for a number (${$(".predict label").textContent})`);
  $(".predict input").value = "11"; $(".predict input").dispatchEvent(new Event("input")); $(".predict").requestSubmit();
  is(count(), `3 / ${last}`, "Check goes on"); is($(".predict [role=status]").textContent.includes("1 of 1 value right"), true, "11 is right");
  const small = cell(0).getBoundingClientRect();
  if (small.width < 24 || small.height < 24) say(`a cell of ${small.width} x ${small.height}`);
  press("p"); is($(".predict").hidden, true, "predict closes"); is($(".cells"), null, "its cells are gone");
  // play
  press("Home"); press(" "); is(named("Pause") !== null, true, "Space plays"); is($(".told").getAttribute("aria-live"), "off", "a film is not read out");
  press(" "); is(named("Play") !== null, true, "and pauses");
  $(".speed").value = "4"; press(" ");
  const began = performance.now(), waiting = setInterval(guarded(() => {
    if (parseInt(count()) < 2 && performance.now() - began < 10000) return;  // because: a busy machine is late
    clearInterval(waiting);
    is(parseInt(count()) >= 2, true, "plays"); press("ArrowLeft"); is(named("Play") !== null, true, "a step pauses");
    dispatchEvent(new Event("beforeprint"));
    is(document.querySelectorAll(".paper figure").length, last + 1, "all steps are printed");
    is(document.querySelectorAll(".paper figure")[8].textContent.includes("7 + 4 = 11"), true, "with their sentences");
    dispatchEvent(new Event("afterprint"));
    say("end");
  }), 50);
});

const test_lesson = guarded(cards => {
  test_look();
  const done = card => card.querySelector(".act").classList.contains("done");
  cards.forEach(({solve, wrong, stop, said}, i) => {
    const card = $(`#card-${i + 1}`), player = satscope.players.find(one => card.contains(one.place));
    const key = name => press(name.replace("Right", "ArrowRight").replace("Left", "ArrowLeft"), {}, card.querySelector(".picture"));
    const actions = {
      key: ([name]) => key(name),
      cell: ([buffer, index]) => {  // where nothing is predicted, a page has no cells to click
        if (!card.querySelector(".predict").hidden)
          card.querySelector(`.cells [aria-label="${buffer}[${index}]"]`).dispatchEvent(new MouseEvent("click", {bubbles: true}));
      },
      type: ([text]) => [...text].forEach(key),
      wait: () => {},
      answer: words => {  // a row of numbers, or a word and what is said of it
        card.querySelector(".act input").value = words.every(word => /^\d+$/.test(word)) ? words.join(" ") : words[0].replace(/:$/, "");
        card.querySelector(".act").requestSubmit();
      },
    };
    if (!card.querySelector(".act")) return is(solve.length, 0, `card ${i + 1} has a solution, but asks nothing`);
    is(done(card), false, `card ${i + 1} is not done at first`);
    if (stop !== null) {
      for (const way of [() => key("End"), () => player.next_button.click(), () => player.play_button.click(), () => { player.scrub.value = player.last; player.scrub.dispatchEvent(new Event("input")); }]) {
        way();
        is(player.at, stop, `card ${i + 1} keeps its answer out of sight`);
      }
      is(/first/.test(card.querySelector(".verdict").textContent), true, `card ${i + 1} says why it stops`);
      player.stop();
      card.querySelector(".again").click();
    }
    const plain = text => text.replace(/[*`]/g, "");
    for (const [kind, ...words] of wrong) {
      actions[kind](words);
      if (kind === "answer" && words[0].endsWith(":"))
        is(plain(card.querySelector(".verdict").textContent).includes(plain(words.slice(1).join(" "))), true, `card ${i + 1} says what is wrong with ${words[0]}`);
      if (kind === "answer" && said[words.join("")])
        is(plain(card.querySelector(".verdict").textContent), plain(said[words.join("")]), `card ${i + 1} reads ${words.join(" ")} as a row`);
    }
    for (const [number, text] of Object.entries(said)) {
      actions.answer([number]);
      is(plain(card.querySelector(".verdict").textContent), plain(text), `card ${i + 1} says what ${number} is`);
    }
    is(done(card), false, `card ${i + 1} is not done by what is wrong`);
    card.querySelector(".again")?.click();
    is(player.at, player.begin, `card ${i + 1} begins again`);
    for (const [kind, ...words] of solve) actions[kind](words);
    is(done(card), true, `card ${i + 1} is done by its solution`);
    if (stop !== null) {
      key("End");
      is(player.at, player.last, `card ${i + 1} shows all of its steps once it is done`);
    }
    is(card.querySelector(".verdict").textContent.length > 20, true, `card ${i + 1} says what was right`);
  });
  const act = satscope.acts[2];  // the card "The turn" asks for 0, and for step 5
  act.player.go(3); act.answer = 0; is(act.missing, "The step is 3, the task wants 5.", "says what is missing");
  is(document.querySelectorAll("nav .done").length, cards.filter(card => card.solve.length > 0).length, "cards are ticked");
  // conditions as the program reads them
  const state = {steps: {step: 3, list: [{name: "a"}]}, learn: {answer: "x"}};
  for (const [text, wanted] of [["steps.step == 3", true], ["steps.step * 2 - 1 == 5 and not (steps.step > 3)", true], ["steps.step == 4 or learn.answer == 'x'", true],
    ["steps.list.0.name == 'a'", true], ["steps.absent == null", true], ["learn.answer > 1", false], ["steps.step / 0 == null", true], ["steps.step", false],
    ["-1 + 2 == 1", true], ["steps.step != 3", false], ["not steps.step == 4 and true", true]])
    is(satscope.holds(text, state), wanted, text);
  say("end");
});

const test_evil = guarded(text => {
  is($("h1").textContent, text, "the title is text"); is(document.title, text, "and in the tab"); is($("main b"), null, "no element comes of it");
  say("end");
});
