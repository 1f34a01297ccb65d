const KIND = '(?:null|boolean|number|string|array|object)'

/** What jq says of a value that a program does not fit; groups are kept, and with them no character of the value. */
const wordings: readonly RegExp[] = [
  new RegExp(`^(${KIND}) \\(.*\\)( and ${KIND}) \\(.*\\)( cannot be [a-z ]+)$`, 's'),
  new RegExp(`^(${KIND}) \\(.*\\)( (?:cannot|has|is|was) [a-z0-9 ,]+)$`, 's'),
  new RegExp(`^(Cannot index ${KIND} with ${KIND})(?: ".*)?$`, 's'),
  new RegExp(`^(Cannot iterate over ${KIND})(?: \\(.*)?$`, 's'),
  new RegExp(`^(Cannot use ${KIND}) \\(.*\\)( as object key)$`, 's'),
  new RegExp(`^(Cannot check whether ${KIND} has a ${KIND} key)$`),
  /^([A-Z][A-Za-z ]+ at (?:EOF at )?line \d+, column \d+) \(while parsing '.*$/s,
  /^(date) ".*"( does not match format) ".*"$/s,
  /^([a-z0-9_/]+ (?:input must be|requires) [a-z ]+)$/,
  /^(Range bounds must be numeric|Out of bounds negative array index|Array index too large|Object keys must be strings)$/,
]

/**
 * The kind of a fault, without the values of the answer that jq quotes beside it: one of them may be a key, and errors
 * end in logs. What the program itself says (`error("…")`) stays.
 */
export function faultWithoutValues(said: string, program: string): string {
  if (program.includes(JSON.stringify(said))) return said
  for (const wording of wordings) {
    const found = wording.exec(said)
    if (found) return found.slice(1).join('')
  }
  return 'the program failed on the answer'
}
