import { ActionIcon, Button, MantineProvider, Skeleton, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { themeStyles } from "../../build/library.ts";
import { cssVariables, theme } from "../app/theme.ts";
import { ButtonLook, PlainButton } from "./PlainButton.tsx";
import { BareButton, PlainIconButton } from "./PlainIconButton.tsx";
import { PlainSkeleton } from "./PlainSkeleton.tsx";

/** Returns the HTML with attributes and styles in a fixed order, because theirs doesn't matter. */
function html(node: ReactNode): string {
  const markup = renderToStaticMarkup(
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
      {node}
    </MantineProvider>,
  );
  return markup.replace(/<(\w+)((?:\s+[\w-]+="[^"]*")*)>/g, (_, name: string, attributes: string) => {
    const sorted = Array.from(attributes.matchAll(/([\w-]+)="([^"]*)"/g), ([, key, value = ""]) =>
      key === "style" ? `style="${value.split(";").sort().join(";")}"` : `${key}="${value}"`,
    );
    return `<${[name, ...sorted.sort()].join(" ")}>`;
  });
}

/** Mantine's loader slides in, which takes properties that only describe the way. */
const withoutTransition = (markup: string) =>
  markup.replace(/(?:transition-[a-z-]+|-webkit-backface-visibility):[^;"]*;?/g, "").replace(/;"/g, '"');

const anchor = (props: object) => <a href="/x" {...props} />;

describe("what a first visit shows without Mantine's code is drawn as Mantine draws it", () => {
  it.each<[string, ReactNode, ReactNode]>([
    ["a button", <PlainButton key="a">Go</PlainButton>, <Button key="b">Go</Button>],
    [
      "a default button, small, idle",
      <PlainButton key="a" variant="default" size="xs" loading={false} className="own">
        Go
      </PlainButton>,
      <Button key="b" variant="default" size="xs" loading={false} className="own">
        Go
      </Button>,
    ],
    [
      "a busy button",
      <PlainButton key="a" variant="default" size="xs" loading>
        Go
      </PlainButton>,
      <Button key="b" variant="default" size="xs" loading>
        Go
      </Button>,
    ],
    [
      "a disabled button that submits",
      <PlainButton key="a" type="submit" disabled aria-label="Go on">
        Go
      </PlainButton>,
      <Button key="b" type="submit" disabled aria-label="Go on">
        Go
      </Button>,
    ],
    [
      "a subtle button",
      <PlainButton key="a" variant="subtle" size="xs">
        Go
      </PlainButton>,
      <Button key="b" variant="subtle" size="xs">
        Go
      </Button>,
    ],
    [
      "a gray, compact button with a picture",
      <PlainButton key="a" variant="subtle" color="gray" size="compact-sm" leftSection="!">
        Go
      </PlainButton>,
      <Button key="b" variant="subtle" color="gray" size="compact-sm" leftSection="!">
        Go
      </Button>,
    ],
    [
      "an icon button",
      <PlainIconButton key="a" size={36} className="own" aria-label="Go">
        !
      </PlainIconButton>,
      <ActionIcon key="b" variant="subtle" color="gray" size={36} className="own" aria-label="Go">
        !
      </ActionIcon>,
    ],
    [
      "a small icon button",
      <PlainIconButton key="a" size="sm">
        !
      </PlainIconButton>,
      <ActionIcon key="b" variant="subtle" color="gray" size="sm">
        !
      </ActionIcon>,
    ],
    [
      "an icon button with a border",
      <PlainIconButton key="a" variant="default" title="Go">
        !
      </PlainIconButton>,
      <ActionIcon key="b" variant="default" title="Go">
        !
      </ActionIcon>,
    ],
    [
      "a bare button",
      <BareButton key="a" className="own">
        Go
      </BareButton>,
      <UnstyledButton key="b" className="own">
        Go
      </UnstyledButton>,
    ],
    ["a skeleton", <PlainSkeleton key="a" width={84} height={20} />, <Skeleton key="b" width={84} height={20} />],
    [
      "a skeleton with margins",
      <PlainSkeleton key="a" width="42%" height={34} mb="lg" mt={8} className="own" />,
      <Skeleton key="b" width="42%" height={34} mb="lg" mt={8} className="own" />,
    ],
    [
      "a skeleton within a sentence",
      <PlainSkeleton key="a" component="span" width="2.5ch" height="0.9em" display="inline-block" aria-hidden="true" />,
      <Skeleton key="b" component="span" width="2.5ch" height="0.9em" display="inline-block" aria-hidden="true" />,
    ],
    ["a wide skeleton", <PlainSkeleton key="a" height={26} maw={560} />, <Skeleton key="b" height={26} maw={560} />],
    [
      "a large button",
      <PlainButton key="a" size="md">
        Go
      </PlainButton>,
      <Button key="b" size="md">
        Go
      </Button>,
    ],
    ["a skeleton between lines", <PlainSkeleton key="a" height={13} my={3} />, <Skeleton key="b" height={13} my={3} />],
    [
      "a round skeleton",
      <PlainSkeleton key="a" circle height={112} width={112} />,
      <Skeleton key="b" circle height={112} width={112} />,
    ],
  ])("%s", (_, ours, theirs) => {
    expect(html(ours)).toBe(withoutTransition(html(theirs)));
  });

  it("a link that looks like a button, except that it has no button's type", () => {
    const theirs = html(
      <Button variant="default" renderRoot={anchor}>
        Go
      </Button>,
    );
    const ours = html(
      <ButtonLook variant="default" root={anchor}>
        Go
      </ButtonLook>,
    );
    expect(ours).toBe(theirs.replace(' type="button"', ""));
  });

  it("the variables of the theme are those that Mantine's provider would write", async () => {
    const page = renderToStaticMarkup(
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} withGlobalClasses={false}>
        {null}
      </MantineProvider>,
    );
    expect(`<style data-mantine-styles="true">${await themeStyles()}</style>`).toBe(page);
  });
});
