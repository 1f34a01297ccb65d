import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { categories, subCategoryNames } from '../../../src/api/vocabulary.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { localHouse, type Run, SECRETS } from './fixture.ts'

/** More with `MANIFEST_RUNS=500`. */
const RUNS = Number(process.env.MANIFEST_RUNS ?? 15)

type Manifest = readonly Record<string, unknown>[]

const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.constantFrom('true', '0x10', '~', '- a', '# b', '1e3', 'a: b', `\${X}`, `$\${X}`, '"'),
  )
  .map((text) => text.trim().replace(/\p{Cc}|\p{Cs}/gu, ''))
  .filter((text) => text !== '')
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const chain = fc.constantFrom('1', '10', '56', '137', '8453')
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const destination = fc.oneof(
  fc.record({
    kind: fc.constant('destination'),
    name,
    channel: fc.constant('EMAIL'),
    webhookUrl: fc.constantFrom('mailto:a@example.org', 'mailto:b@example.org'),
  }),
  fc.record({
    kind: fc.constant('destination'),
    name,
    channel: fc.constant('SLACK'),
    webhookUrl: fc.constant(`\${TXWARDEN_SECRET_TEAM_WEBHOOK_URL}`),
    state: fc.constantFrom('ACTIVE', 'INACTIVE'),
  }),
)
const entry = fc.record({
  kind: fc.constant('control-list'),
  type: fc.constantFrom('ALLOW', 'BLOCK'),
  productType: fc.constantFrom('SONAR', 'RASP'),
  address,
  chainIds: maybe(fc.uniqueArray(chain)),
})
const monitor = fc.record({
  kind: fc.constant('monitor'),
  chainId: chain,
  address,
  name: maybe(name),
  enabled: maybe(fc.boolean()),
})
const filter = fc.record(
  {
    fromScore: fc.nat(50),
    toScore: fc.integer({ min: 50, max: 100 }),
    categories: fc.subarray([...categories]),
    subCategories: fc.subarray([...subCategoryNames]),
    chainIds: fc.uniqueArray(chain.map(Number)),
    validationStatusConfiguration: fc.record(
      { alertOnSafe: fc.boolean(), alertOnUnsafe: fc.boolean(), alertOnNoData: fc.boolean() },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)
const alert = (names: readonly string[]) =>
  fc.record({
    kind: fc.constant('alert'),
    alertName: name,
    alertType: fc.constantFrom('SONAR', 'RASP', 'MONITOR'),
    isActive: maybe(fc.boolean()),
    destinations: maybe(fc.subarray([...names])),
    transactionFilter: maybe(filter),
  })

const escaped = (text: string) => text.replace(/\$+\{\w+\}/g, '$$$&')
const unique = <T extends Record<string, unknown>>(arbitrary: fc.Arbitrary<T>, member: keyof T) =>
  fc.uniqueArray(arbitrary, { maxLength: 4, selector: (each) => each[member] })

const manifest: fc.Arbitrary<Manifest> = unique(destination, 'name').chain((destinations) =>
  fc
    .tuple(
      unique(entry, 'address'),
      unique(monitor, 'address'),
      unique(alert(destinations.map((each) => each.name)), 'alertName'),
    )
    .map(([entries, monitors, alerts]) => [...destinations, ...entries, ...monitors, ...alerts]),
)

/** Names as they have to be written; undefined members left out. */
function textOf(objects: Manifest): string {
  const written = JSON.parse(
    JSON.stringify(objects, (key, value) =>
      typeof value === 'string' && key !== 'webhookUrl' ? escaped(value) : value,
    ),
  ) as Manifest
  return written.map((each) => stringify(each)).join('---\n')
}

async function changesOf(run: Run, argv: readonly string[]): Promise<unknown[]> {
  const { code, stdout, stderr } = await run([...argv, '--json'])
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  const { content } = JSON.parse(stdout) as { content: Record<string, unknown>[] }
  return content.map(({ action, kind, name: what, members }) => ({ action, kind, name: what, members }))
}

const env = Object.fromEntries(['A', 'B'].map((each) => [each, SECRETS.TXWARDEN_SECRET_TEAM_WEBHOOK_URL]))

/** The variables an export asks for, all with the one address. */
function variablesIn(text: string): Record<string, string> {
  const names = text.match(/TXWARDEN_SECRET_\w+/g) ?? []
  return { ...env, ...Object.fromEntries(names.map((each) => [each, SECRETS.TXWARDEN_SECRET_TEAM_WEBHOOK_URL])) }
}

test(
  'what is exported builds the same service, which exports the same; applying it again changes nothing',
  async () => {
    await fc.assert(
      fc.asyncProperty(manifest, async (objects) => {
        const [one, other] = [localHouse(), localHouse()]
        const file = join(temporaryFolder(), 'm.yaml')
        writeFileSync(file, textOf(objects))
        expect(await changesOf(one.run, ['apply', '-f', file, '--yes'])).toHaveLength(objects.length)
        expect(await changesOf(one.run, ['apply', '-f', file, '--yes'])).toEqual([])
        const { stdout: exported } = await one.run(['export'])
        const variables = variablesIn(exported)
        const applied = await other.run(['apply', '-f', '-', '--yes'], { stdin: exported, env: variables })
        expect(applied).toMatchObject({ code: 0 })
        expect((await other.run(['export'])).stdout).toBe(exported)
        expect((await other.run(['diff', '-f', '-', '--exit-code'], { stdin: exported, env: variables })).code).toBe(0)
      }),
      { numRuns: RUNS, seed: 5 },
    )
  },
  60_000 + RUNS * 1_000,
)

test(
  'whatever is edited: diff lists what apply then does, and afterwards nothing is left',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        manifest,
        manifest,
        fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
        async (before, more, keep) => {
          const { run } = localHouse()
          const file = join(temporaryFolder(), 'm.yaml')
          writeFileSync(file, textOf(before))
          await changesOf(run, ['apply', '-f', file, '--yes'])
          writeFileSync(file, textOf(edited(before, more, keep)))
          const shown = await changesOf(run, ['diff', '-f', file, '--prune'])
          expect(await changesOf(run, ['apply', '-f', file, '--prune', '--yes', '--prune-limit', '99'])).toEqual(shown)
          expect(await changesOf(run, ['diff', '-f', file, '--prune'])).toEqual([])
        },
      ),
      { numRuns: RUNS, seed: 5 },
    )
  },
  60_000 + RUNS * 1_000,
)

test(
  'whatever happened on the service: an updated file says it',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        manifest,
        manifest,
        fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
        async (before, more, keep) => {
          const { run } = localHouse()
          const folder = temporaryFolder()
          const [file, other] = [join(folder, 'ours.yaml'), join(folder, 'theirs.yaml')]
          writeFileSync(other, textOf(edited(before, more, keep)))
          await changesOf(run, ['apply', '-f', other, '--yes'])
          writeFileSync(file, textOf(before).replaceAll('kind:', '# Ours.\nkind:'))
          const { code, stderr } = await run(['export', 'destination', 'cl', 'monitor', 'alert', '--update', file])
          expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
          const { stdout: text } = await run(['export'])
          const left = await run(['diff', '-f', file, '--json'], { env: variablesIn(text) })
          expect(JSON.parse(left.stdout)).toMatchObject({ drift: false })
        },
      ),
      { numRuns: RUNS, seed: 5 },
    )
  },
  60_000 + RUNS * 1_000,
)

/** Some objects gone, some changed, some new; an alert only tells destinations that are there, and keeps its type. */
function edited(before: Manifest, more: Manifest, keep: readonly boolean[]): Manifest {
  const kept = before.filter((_, index) => keep[index % keep.length])
  const changed = kept.map((each, index) => {
    const donor = more.find(({ kind }) => kind === each.kind)
    if (!donor || keep[(index + 7) % keep.length]) return each
    const {
      name: _,
      alertName: __,
      alertType: ___,
      address: ____,
      type: _____,
      productType: ______,
      chainId,
      ...members
    } = donor
    const isMonitor = each.kind === 'monitor'
    return { ...each, ...members, ...(isMonitor ? { name: 'changed' } : chainId === undefined ? {} : { chainId }) }
  })
  const taken = new Set(changed.map(identityOf))
  const added = more.filter((each) => !taken.has(identityOf(each)))
  const all = [...changed, ...added]
  const destinations = new Set(all.filter(({ kind }) => kind === 'destination').map(({ name: each }) => each))
  const beforeTypes = new Map(before.map((each) => [each.alertName, each.alertType]))
  return all.map((each) =>
    each.kind === 'alert'
      ? {
          ...each,
          alertType: beforeTypes.get(each.alertName) ?? each.alertType,
          destinations: ((each.destinations ?? []) as string[]).filter((one) => destinations.has(one)),
        }
      : each,
  )
}

function identityOf({
  kind,
  name: called,
  alertName,
  address: where,
  chainId,
  type,
  productType,
}: Record<string, unknown>): string {
  return JSON.stringify(
    kind === 'destination'
      ? [kind, called]
      : [kind, alertName, where, kind === 'monitor' ? chainId : '', type, productType],
  )
}
