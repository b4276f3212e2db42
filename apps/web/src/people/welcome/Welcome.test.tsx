// @vitest-environment happy-dom
import type { Welcome as State } from "@bbux/contract";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { leave, MEMBER, press, serve, show } from "../../lib/render.support.tsx";
import { focusWhenShown } from "./focusWhenShown.ts";
import { storedSteps, storeSteps } from "./storedSteps.ts";
import { askForSteps, useWelcome } from "./useWelcome.ts";
import { Welcome } from "./Welcome.tsx";
import WelcomeHost from "./WelcomeHost.tsx";

afterEach(leave);

const NOTHING: State = { followedTags: false, readQuestion: false, receivedBbux: false, dismissed: false };

/** The steps as the server last said. */
function Shown() {
  const welcome = useWelcome();
  return welcome && !welcome.dismissed ? <Welcome welcome={welcome} /> : null;
}

function steps(state: Partial<State> = {}) {
  let welcome = { ...NOTHING, ...state };
  const server = serve({
    "welcome.get": () => ({ welcome }),
    "welcome.change": ({ input }: { input: unknown }) => {
      welcome = { ...welcome, ...Object(input) };
      return { welcome };
    },
  });
  show(<Shown />);
  return server;
}

describe("the first steps", () => {
  it("tick themselves off and each lead on", async () => {
    steps({ readQuestion: true });
    const list = within(await screen.findByRole("region", { name: "Welcome to BBUX" }));
    expect(list.getByRole("status").textContent).toBe("1 of 3 done");
    expect(list.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      "Pick your tags",
      "Read a question, done",
      "Get BBUX",
    ]);
    expect(list.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Pick your tags", "/community?tab=forYou"],
      ["Read a question", "/community?tab=unanswered"],
      ["Get BBUX", "/wallet"],
    ]);
    const signs = list.getAllByRole("listitem").map((step) => step.querySelector("[aria-hidden]")?.textContent);
    expect(signs).toEqual(["1", "", "3"]);
  });

  it("say what comes next once all are done, and go when hidden", async () => {
    const { callsOf } = steps({ followedTags: true, readQuestion: true, receivedBbux: true });
    const region = await screen.findByRole("region", { name: "You're all set" });
    expect(within(region).getByRole("status").textContent).toBe("You're all set. What would you like to know?");
    expect(within(region).getByRole("link", { name: "Ask a question" }).getAttribute("href")).toBe("/posts/create");
    press("Hide the first steps");
    await waitFor(() => expect(region.isConnected).toBe(false));
    expect(callsOf("welcome.change").map(({ input }) => input)).toEqual([{ dismissed: true }]);
  });

  it("don't exist for members who signed up before", async () => {
    const { count } = serve({ "welcome.get": { welcome: null } });
    show(<Shown />);
    await waitFor(() => expect(count("welcome.get")).toBe(1));
    expect(screen.queryByRole("region")).toBeNull();
  });
});

describe("the place of the first steps", () => {
  const host = <WelcomeHost userId={MEMBER.id} path="/community" isHere short={false} />;
  const region = () => screen.queryByRole("region", { name: "Welcome to BBUX" });

  it("is kept while they load if they were open last, and given back once they are hidden", async () => {
    storeSteps(MEMBER.id);
    let welcome = NOTHING;
    serve({
      "welcome.get": () => ({ welcome }),
      "welcome.change": () => {
        welcome = { ...NOTHING, dismissed: true };
        return { welcome };
      },
    });
    show(host);
    expect(document.querySelector("[class*=waiting]")).not.toBeNull();
    await waitFor(() => expect(region()).not.toBeNull());
    expect(document.querySelector("[class*=waiting]")).toBeNull();
    press("Hide the first steps");
    await waitFor(() => expect(region()).toBeNull());
    expect(storedSteps()).toBeNull();
  });

  it("stays empty where they arrive late, until the next page or until the member asks for them", async () => {
    serve({ "welcome.get": { welcome: NOTHING } });
    const { again } = show(host);
    await waitFor(() => expect(storedSteps()).toBe(MEMBER.id));
    expect(region()).toBeNull();
    again(<WelcomeHost key="next" userId={MEMBER.id} path="/profile" isHere short />);
    expect(region()).not.toBeNull();
    leave();
    serve({ "welcome.get": { welcome: NOTHING } });
    show(host);
    await waitFor(() => expect(storedSteps()).toBe(MEMBER.id));
    expect(region()).toBeNull();
    act(askForSteps);
    expect(region()).not.toBeNull();
  });
});

describe("what a step leads to", () => {
  const shown = () => document.body.appendChild(document.createElement("button"));
  afterEach(() => document.body.replaceChildren());

  it("gets the focus once the page shows it", async () => {
    focusWhenShown("button");
    const target = shown();
    await waitFor(() => expect(document.activeElement).toBe(target));
  });

  it("is left alone when the reader does something else first", async () => {
    focusWhenShown("button");
    dispatchEvent(new Event("pointerdown"));
    const target = shown();
    await act(async () => {});
    expect(document.activeElement).not.toBe(target);
  });
});
