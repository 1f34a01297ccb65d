/** Texts by code, each made of the parameters that are stored and answered beside the code. */
export type TextTable = Readonly<Record<string, (parameters: never) => string>>

/** A code of the table with the parameters of its text: JSON that a program can act on. */
export type CodedText<Table extends TextTable> = {
  [Code in keyof Table & string]: { readonly code: Code } & (Parameters<Table[Code]> extends [infer Given]
    ? Readonly<Given>
    : unknown)
}[keyof Table & string]

/** The text of a code for people. A code that this version does not know is its own text. */
export function textOf<Table extends TextTable>(coded: CodedText<Table>, table: Table): string {
  const text = table[coded.code] as ((parameters: CodedText<Table>) => string) | undefined
  return text?.(coded) ?? coded.code
}
