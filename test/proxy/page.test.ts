import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readingMethods, refusedMethods, validatedMethods } from '../../src/proxy/decide/methods.ts'
import { MAX_BODY_BYTES } from '../../src/proxy/http/server.ts'
import { MAX_BATCH } from '../../src/proxy/rpc/read-body.ts'

const PAGE = 'docs/proxy.md'
const METHODS_PAGE = 'docs/proxy-methods.md'
const page = readFileSync(PAGE, 'utf8')

const named = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/** What is validated and what is refused, as a list: a table of so many names cannot be read. */
function treatments(): string {
  const validated = Object.entries(validatedMethods).map(([what, names]) => `- Validated, ${what}: ${named(names)}.`)
  const refused = refusedMethods.map(({ does, names }) => `- Refused, ${does}: ${named(names)}.`)
  const amount = Object.values(readingMethods).reduce((sum, { names }) => sum + names.length, 1)
  const passed = `- Passed: ${amount} methods that only read, in ${Object.keys(readingMethods).length} namespaces: [proxy-methods.md](proxy-methods.md).`
  return `\n${[...validated, passed, ...refused].join('\n')}\n- Refused: every other name.\n\n`
}

function namespaces(): string {
  const sections = Object.entries(readingMethods)
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(
      ([namespace, { names, source }]) =>
        `\n## ${namespace}\n\n${named(names.map((name) => `${namespace}_${name}`))}\n\nSource: ${source}\n`,
    )
  return `${sections.join('')}\n`
}

/** `npm run docs` updates the pages. */
test.each([
  [PAGE, 'methods', treatments()],
  [METHODS_PAGE, 'reading methods', namespaces()],
])('%s has the %s of the table', (path, part, written) => {
  const start = `<!-- ${part}: written by npm run docs -->\n`
  const end = `<!-- end of ${part} -->`
  const [before, rest = ''] = readFileSync(path, 'utf8').split(start)
  const [shown = '', after = ''] = rest.split(end)
  if (process.env.UPDATE_DOCS) writeFileSync(path, `${before}${start}${written}${end}${after}`)
  else expect(shown).toBe(written)
})

describe('docs/proxy.md', () => {
  test('says how large a body may be', () => {
    expect(page).toContain(`${MAX_BODY_BYTES / 1024 ** 2} MiB and ${MAX_BATCH.toLocaleString('en')} requests`)
  })

  test('has a policy of Kubernetes that lets the pod reach the node only', () => {
    const [, text = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(page) ?? []
    expect(parse(text)).toMatchObject({
      kind: 'NetworkPolicy',
      spec: { policyTypes: ['Egress'], egress: [{ to: [expect.anything()], ports: [{ port: 8545 }] }] },
    })
  })
})
