import * as fc from 'fast-check'

/**
 * Any code point, half of them ASCII. fast-check's own unit `binary` builds a table of all of them first, which takes a
 * second of work.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.nat(0x7f), fc.nat(0x10ffff))
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
