import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Cli, makeCli } from '../support/cli.ts'

/** What an earlier program left behind: its database in both forms, its master key, its manifest, and what it answered. */
export interface Left {
  readonly name: string
  readonly files: URL
  /** When it was left; what was open then is still open. Default: the time of tests. */
  readonly at?: string
  /** A recipient on its block list. */
  readonly blocked: string
  /** A recipient that is UNSAFE by a feed it imported. */
  readonly unsafe?: string
  /** Secrets that its manifest needs, beside that of "Demo webhook". */
  readonly secrets: Readonly<Record<string, string>>
}

export const left: readonly Left[] = [
  {
    name: 'version 0.1.0',
    files: new URL('./version-0.1.0/', import.meta.url),
    blocked: '0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7',
    unsafe: '0x52908400098527886E0F7030069857D2E4169EE7',
    secrets: { TXWARDEN_SECRET_NIGHT_SHIFT_TOKEN: '123456:fixture-token-of-nobody' },
  },
  {
    // The last schema with monitored addresses that were followed through a reorg, deliveries of every step, and holds.
    name: 'schema 27',
    files: new URL('./schema-27/', import.meta.url),
    at: '2026-11-24T19:39:00Z',
    blocked: '0xBAd0000000000000000000000000000000000Bad',
    secrets: { TXWARDEN_SECRET_RECEIVER_TOKEN: `whsec_${'A'.repeat(39)}CQk=` },
  },
]

/** Values of our own additions that have another name since. */
const RENAMED: Readonly<Record<string, string>> = { IN: 'INCLUDED', GONE: 'REORGED', OUT: 'DROPPED' }

/** The value, or one whose objects have more members. */
function withAtLeast(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAtLeast)
  if (typeof value !== 'object' || value === null) return value
  return expect.objectContaining(
    Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        name === 'chainState' ? RENAMED[member] : withAtLeast(member),
      ]),
    ),
  )
}

interface Installed {
  readonly cli: Cli
  readonly env: Readonly<Record<string, string>>
}

/** The tests of one database. @param install puts what was left into a home folder; answers the environment. */
export function describeUpgrade(
  { files, at, blocked, unsafe, secrets }: Left,
  install: (home: string) => Promise<Readonly<Record<string, string>>>,
): void {
  const lists = JSON.parse(readFileSync(new URL('lists.json', files), 'utf8')) as Record<string, object>
  const masterKey = readFileSync(new URL('master.key', files), 'utf8').trim()
  const open = async (): Promise<Installed> => {
    const cli = makeCli()
    if (at !== undefined) cli.clock.step(Date.parse(at) - cli.clock.now())
    return { cli, env: { TXWARDEN_MASTER_KEY: masterKey, ...(await install(cli.home)) } }
  }

  test.each(Object.entries(lists))('%s --raw has every member and value it had', async (command, before) => {
    const { cli, env } = await open()
    const all = 'content' in before && !['keys list', 'intel sources'].includes(command) ? ['--all'] : []
    // Without the line that names the new spelling of a command.
    const { code, stdout, stderr } = await cli([...command.split(' '), ...all, '--raw', '-q'], { env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const rows = (list: object) => ('content' in list ? (list.content as object[]) : [list].flat())
    // Moving a database to PostgreSQL adds a line to the audit log.
    for (const row of rows(before)) expect(rows(JSON.parse(stdout))).toContainEqual(withAtLeast(row))
  })

  test('its secrets open: a payload is signed by the signer of before', async () => {
    const { cli, env } = await open()
    const status = async () => JSON.parse((await cli(['local', 'status', '--json'], { env })).stdout)
    const { signer } = await status()
    const file = 'examples/transfer-to-known.json'
    const validated = await cli(['validate', '--file', file, '--sign', '--json'], { env })
    expect(validated.code).toBe(0)
    const { payload } = JSON.parse(validated.stdout)
    const verified = await cli(['payload', 'verify', payload, '--file', file, '--signer', signer, '--json'], { env })
    expect(verified).toMatchObject({ code: 0 })
    expect((await status()).signer).toBe(signer)
  })

  test('its secrets open under the next master key too, and bound to their channel', async () => {
    const { cli, env } = await open()
    const next = Buffer.alloc(32, 8).toString('base64')
    const rekeyed = await cli(['local', 'rekey', '--yes', '--json'], {
      env: { ...env, TXWARDEN_MASTER_KEY: `${next} ${masterKey}` },
    })
    expect(rekeyed).toMatchObject({ code: 0 })
    expect(JSON.parse(rekeyed.stdout).resealed).toBeGreaterThan(0)
    const later = { ...env, TXWARDEN_MASTER_KEY: next }
    const listed = JSON.parse((await cli(['destination', 'list', '--raw'], { env: later })).stdout)
    expect(listed).toEqual(withAtLeast(lists['destination list']))
    const [{ id }] = listed as [{ id: string }]
    expect((await cli(['destination', 'update', id, '--name', 'renamed'], { env: later })).code).toBe(0)
  })

  test('its lists still decide: the blocked address is blocked, the imported drainer is unsafe', async () => {
    const { cli, env } = await open()
    const to = (address: string) =>
      cli(['validate', '--chain', '1', '--from', '0x7E57E185F01f2900F3b969962D790bD76275007A', '--to', address], {
        env,
      })
    expect((await to(blocked)).code).toBe(12)
    if (unsafe !== undefined) expect((await to(unsafe)).code).toBe(11)
  })

  test('its manifest describes what is there: nothing would change', async () => {
    const { cli, env } = await open()
    const destinations = lists['destination list'] as { name: string; attributes?: { token?: string } }[]
    const masked = destinations.find(({ name }) => name === 'Demo webhook')?.attributes?.token ?? ''
    // It was shown once and not kept: any secret with its last four characters fits the mask.
    const demo = { TXWARDEN_SECRET_DEMO_WEBHOOK_TOKEN: `whsec_${'A'.repeat(40)}${masked.slice(-4)}` }
    const manifest = new URL('manifest.yaml', files).pathname
    const compared = await cli(['diff', '--file', manifest, '--exit-code', '--json'], {
      env: { ...env, ...demo, ...secrets },
    })
    expect(compared).toMatchObject({ code: 0 })
  })
}
