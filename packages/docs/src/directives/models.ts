import type { RootContent } from "mdast";
import { heading, paragraph, text } from "../tree.ts";
import type { Directive } from "./directive.ts";
import { openApi } from "./openapi.ts";
import { fieldRows, fieldTable, modelAnchor, typeOf, written } from "./schema.ts";

/** Every named schema of the OpenAPI document, by name. */
export const models: Directive = ({ depth }) =>
  Object.entries(openApi().components.schemas)
    .sort(([a], [b]) => a.localeCompare(b, "en"))
    .flatMap(([name, schema]): RootContent[] => {
      const rows = fieldRows(schema);
      return [
        heading(depth, modelAnchor(name), text(name)),
        ...(schema.description ? [paragraph(...written(schema.description))] : []),
        rows.length > 0 ? fieldTable(rows, "out") : paragraph(text("One of "), ...typeOf(schema)),
      ];
    });
