import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { readDocuments } from '../../../src/commands/manifest/documents.ts'
import { readObjects } from '../../../src/commands/manifest/plain-documents.ts'

const scalar = fc.oneof(
  fc.constantFrom(
    '0x7e57000000000000000000000000000000000001',
    'true',
    'null',
    'NULL',
    '1',
    '-3',
    '~',
    'a  b',
    'x: y',
    'x #y',
    'a:b',
  ),
  fc.constantFrom(
    '"1"',
    '"a: b # c"',
    "'it'",
    '"\\n"',
    '"unclosed',
    '*a',
    '&a b',
    '|',
    '[1]',
    '{}',
    '',
    'é',
    '1.50',
    'a\tb',
    '"ü"',
  ),
  fc.string({ maxLength: 6 }),
)
const member = fc.constantFrom(
  'address',
  'chainId',
  'name',
  'enabled',
  'from',
  'chainIds',
  'kind',
  'transactionFilter',
  '"name"',
)
const line = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(member, scalar).map(([name, value]) => `${name}: ${value}`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(member, fc.constantFrom('', ' ', '  ', '    '), fc.array(scalar, { maxLength: 3 }))
      .map(([name, indent, items]) => [`${name}:`, ...items.map((item) => `${indent}- ${item}`)].join('\n')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '# note', '  deeper: 1', '...', '%YAML 1.2', '--- # x', '---', 'a: 1 ', '\ta: 1'),
  },
)
const kind = fc.constantFrom('kind: monitor', 'kind: "control-list"', 'kind: alert', 'kind: other')
const document = fc
  .tuple(kind, fc.uniqueArray(line, { maxLength: 4, selector: (text) => text.split(':')[0] }))
  .map(([first, lines]) => [first, ...lines].join('\n'))
const text = fc
  .tuple(
    fc.constantFrom('', '---\n', '# head\n---\n'),
    fc.array(document, { maxLength: 4 }),
    fc.constantFrom('', '\n', '\n---\n', '\r\n'),
  )
  .map(([head, documents, end]) => head + documents.join('\n---\n') + end)

const PATHS = [[], ['address'], ['name'], ['chainIds'], ['chainIds', 0], ['chainIds', 2], ['from', 0], ['other']]

function readBy(read: typeof readObjects, given: string) {
  const { objects, errors } = read({ file: 'a.yaml', text: given })
  return {
    objects: objects.map(({ kind: of, members, location }) => ({ kind: of, members, places: PATHS.map(location) })),
    errors,
  }
}

test('short documents are read as the parser of YAML reads them', () => {
  fc.assert(
    fc.property(text, (given) => {
      expect(readBy(readObjects, given)).toEqual(readBy(readDocuments, given))
    }),
    { numRuns: Number(process.env.MANIFEST_RUNS ?? 200) },
  )
})

test('thousands of them are read in a moment, with the same objects', () => {
  const one = (index: number) => ({
    kind: 'monitor',
    chainId: '1',
    address: `0x${index}`,
    name: `wallet ${index}`,
    chainIds: ['1', '10'],
  })
  const given = Array.from({ length: 500 }, (_, index) => stringify(one(index))).join('---\n')
  const { objects } = readObjects({ file: 'a.yaml', text: given })
  expect(objects.every((each) => each.document === undefined)).toBe(true)
  expect(readBy(readObjects, given)).toEqual(readBy(readDocuments, given))
})
