import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { judgedMethods, treatmentOf } from '../../src/proxy/methods.ts'
import { MAX_BATCH } from '../../src/proxy/rpc/read-body.ts'
import { MAX_BODY_BYTES } from '../../src/proxy/server.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/proxy.md'), 'utf8')

/** Methods of the rows of the table whose first column begins with a word. */
function methodsOf(treatment: string): string[] {
  const [, section = ''] = page.split('## What is judged, refused, passed')
  const [, rows = ''] = /\n((?:\|.*\n)+)/.exec(section) ?? []
  const found = rows.split('\n').filter((row) => row.startsWith(`| ${treatment}`))
  return found.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}

describe('docs/proxy.md', () => {
  test('lists the methods that are judged, all of them', () => {
    expect(methodsOf('judged').toSorted()).toEqual([...judgedMethods].toSorted())
  })

  test.each([
    ['refused', 'refuse'],
    ['passed', 'pass'],
  ])('names methods that are %s', (word, treatment) => {
    const methods = methodsOf(word)
    expect(methods.length).toBeGreaterThan(4)
    for (const name of methods) expect(treatmentOf(name.replace('*', 'anything'), []), name).toBe(treatment)
  })

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
