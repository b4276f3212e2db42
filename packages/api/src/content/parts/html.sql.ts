/**
 * The HTML of a text, null until it is rendered. Text for sql.raw.
 * @param id one of our columns
 */
export const htmlOf = (id: string) => `(select r.html from rendered_texts r where r.target_id = ${id})`;
