import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { asTyped } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { A, everything, houses, localHouse, SECRETS, test } from './fixture.ts'

describe.each(houses)('what a service %s has', (_, open) => {
  test('is exported as it was applied, without secrets, and can be applied elsewhere', async () => {
    const { run } = await open()
    await run(['apply', '-f', '-', '--yes'], { stdin: everything })
    const exported = await run(['export'])
    expect(exported.code).toBe(0)
    expect(exported.stdout).toContain(`kind: destination
name: phone
channel: TELEGRAM
attributes:
  chatId: "-1001234567890123456789"
  token: \${TXWARDEN_SECRET_PHONE_TOKEN}
state: ACTIVE
---
`)
    expect(exported.stdout).not.toMatch(/•|createdAt|alertSentCounter|[0-9a-f]{8}-[0-9a-f]{4}-/)
    for (const secret of Object.values(SECRETS)) expect(exported.stdout).not.toContain(secret)
    for (const name of Object.keys(SECRETS)) expect(exported.stderr).toContain(name)

    const elsewhere = localHouse()
    expect((await elsewhere.run(['apply', '-f', '-', '--yes'], { stdin: exported.stdout })).code).toBe(0)
    expect((await elsewhere.run(['export'])).stdout).toBe(exported.stdout)
    expect((await run(['diff', '-f', '-', '--exit-code'], { stdin: exported.stdout })).code).toBe(0)
  })

  test('is written to one file per kind, and printed as JSON', async () => {
    const { run } = await open()
    await run(['apply', '-f', '-', '--yes'], { stdin: everything })
    const dir = join(temporaryFolder(), 'infra')
    const written = await run(['export', '-d', dir, '--json'])
    expect(JSON.parse(written.stdout).content.map(({ objects }: { objects: number }) => objects)).toEqual([
      0, 3, 2, 0, 0, 0, 0, 0, 1, 2,
    ])
    expect(readdirSync(dir).sort()).toEqual([
      'alerts.yaml',
      'chains.yaml',
      'contracts.yaml',
      'control-lists.yaml',
      'destinations.yaml',
      'feeds.yaml',
      'monitors.yaml',
      'names.yaml',
      'policies.yaml',
      'safes.yaml',
    ])
    expect((await run(['diff', '-f', dir, '--exit-code'])).code).toBe(0)

    expect((await run(['export', '-d', dir])).code).toBe(2)
    expect((await run(['export', '-d', dir, '--yes'])).code).toBe(0)

    const json = await run(['export', 'alerts', 'cl', '--json'])
    expect(JSON.parse(json.stdout).map(({ kind }: { kind: string }) => kind)).toEqual([
      'control-list',
      'control-list',
      'alert',
      'alert',
    ])
    expect((await run(['diff', '-f', '-', '--exit-code'], { stdin: json.stdout })).code).toBe(0)
  })
})

describe('files of an export', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

  test('are readable by their owner only, and so is the lock file', async ({ house: { run } }) => {
    const file = join(temporaryFolder(), 'infra.yaml')
    writeFileSync(file, everything)
    await run(['apply', '-f', file, '--yes'])
    expect(modeOf(join(file, '../infra.lock.json'))).toBe('600')
    const dir = join(temporaryFolder(), 'infra')
    await run(['export', '-d', dir])
    chmodSync(join(dir, 'alerts.yaml'), 0o644)
    await run(['export', '-d', dir, '--yes'])
    for (const name of readdirSync(dir)) expect(modeOf(join(dir, name))).toBe('600')
    expect(modeOf(dir)).toBe('700')
  })

  test('never go through a symbolic link', async ({ house: { run } }) => {
    const folder = temporaryFolder()
    const victim = join(folder, 'victim')
    const out = join(folder, 'out.yaml')
    writeFileSync(victim, 'untouched')
    for (const target of [victim, join(folder, 'nowhere')]) {
      symlinkSync(target, out)
      expect((await run(['export', '--out', out])).code).toBe(2)
      expect((await run(['export', '--out', out, '--yes'])).code).toBe(0)
      expect(lstatSync(out).isFile()).toBe(true)
      rmSync(out)
    }
    expect(readFileSync(victim, 'utf8')).toBe('untouched')
    expect(readdirSync(folder)).toEqual(['victim'])
  })
})

describe('export --update', () => {
  async function applied() {
    const house = localHouse()
    const file = join(temporaryFolder(), 'infra.yaml')
    writeFileSync(file, everything)
    await house.run(['apply', '-f', file, '--yes'])
    return { ...house, file, text: () => readFileSync(file, 'utf8') }
  }

  async function idOf(run: Awaited<ReturnType<typeof applied>>['run'], noun: string, name: string): Promise<string> {
    const body = JSON.parse((await run([noun, 'list', '--json'])).stdout)
    const rows = body.content ?? body
    const row = rows.find((each: Record<string, string>) => [each.name, each.alertName, each.address].includes(name))
    return row.id ?? row.alertId
  }

  test('keeps the mode of a file, and a link to it', async () => {
    const { run, file, text } = await applied()
    chmodSync(file, 0o640)
    const link = join(temporaryFolder(), 'link.yaml')
    symlinkSync(file, link)
    await run(['monitor', 'update', await idOf(run, 'monitor', 'treasury'), '--name', 'vault'])
    expect((await run(['export', '--update', link])).code).toBe(0)
    expect(text()).toContain('vault')
    expect({ isLink: lstatSync(link).isSymbolicLink(), mode: (statSync(file).mode & 0o777).toString(8) }).toEqual({
      isLink: true,
      mode: '640',
    })
  })

  test('keeps every byte of a file that is up to date', async () => {
    const { run, file, text } = await applied()
    const before = statSync(file).mtimeMs
    const done = await run(['export', '--update', file, '--json'])
    expect(JSON.parse(done.stdout)).toMatchObject({ changed: 0, added: 0, removed: 0 })
    expect(text()).toBe(everything)
    expect(statSync(file).mtimeMs).toBe(before)
  })

  test('changes what differs, keeps comments, order and omissions, and adds new objects', async () => {
    const { run, file, text } = await applied()
    await run(['destination', 'update', await idOf(run, 'destination', 'siem'), '--state', 'ACTIVE'])
    await run(['alert', 'update', await idOf(run, 'alert', 'blocked'), '--from-score', '40', '--chain', 'ethereum'])
    await run(['monitor', 'remove', await idOf(run, 'monitor', '0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7'), '--yes'])
    await run(['monitor', 'add', A, '--chain', 'base', '--name', '1e3'])
    const done = await run(['export', '--update', file, '--json'])
    expect(JSON.parse(done.stdout)).toMatchObject({ changed: 2, added: 1, removed: 1 })
    expect(text()).toBe(
      `${everything
        .replace('INACTIVE', 'ACTIVE')
        .replace(/kind: monitor[\s\S]*?---\n/, '')
        .replace(
          '{ alertOnBlocked: true }\n  chainIds: [8453, 1]\n',
          '{ alertOnBlocked: true }\n  chainIds: [ 1 ]\n  fromScore: 40\n',
        )
        .replace('[team, phone]', '[ team, phone ]')}---
kind: monitor
chainId: "8453"
address: "${A}"
name: "1e3"
enabled: true
`,
    )
    expect((await run(['diff', '-f', file, '--exit-code'])).code).toBe(0)
  })

  test('previews with --dry-run', async () => {
    const { run, file, text } = await applied()
    await run(['monitor', 'add', A, '--chain', 'base'])
    const dry = await run(['export', '--update', file, '--dry-run', '-o', 'table'])
    expect(dry.stdout).toContain('0 changed, 1 added, 0 removed')
    expect(text()).toBe(everything)
  })

  test('updates the kinds in the file, or those that are named', async () => {
    const { run } = await applied()
    const file = join(temporaryFolder(), 'monitors.yaml')
    writeFileSync(
      file,
      '# Ours.\r\nkind: monitor\r\nchainId: 10\r\naddress: 0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d\r\n',
    )
    await run(['export', '--update', file])
    expect(readFileSync(file, 'utf8')).not.toContain('0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d')
    expect(readFileSync(file, 'utf8')).toContain('# Ours.\r\n')
    expect(readFileSync(file, 'utf8')).toContain('name: treasury\r\n')
    writeFileSync(file, '')
    await run(['export', 'alert', '--update', file])
    expect(readFileSync(file, 'utf8').match(/^kind: .*$/gm)).toEqual(['kind: alert', 'kind: alert'])
  })
})

test('names that would give the same variable get stable, different ones', async ({ house: { run } }) => {
  for (const name of ['ops!', 'ops?', 'Überwachung', '監視'])
    await run(asTyped(`destination create --name ${name} --channel WEBHOOK --webhook-url https://example.org/x --json`))
  const variables = (await run(['export', '--json'])).stdout.match(/TXWARDEN_SECRET_\w+/g) ?? []
  expect(new Set(variables).size).toBe(4)
  expect(variables).toContain('TXWARDEN_SECRET_UBERWACHUNG_TOKEN')
  expect(variables.filter((name) => /^TXWARDEN_SECRET_OPS_[0-9A-F]{6}_TOKEN$/.test(name))).toHaveLength(2)
})

test('a URL with a key in it is a secret', async ({ house: { run } }) => {
  const address = ['--webhook-url', 'https://siem.example.org/in?key=hush-hush']
  await run(['destination', 'create', '--name', 'siem', '--channel', 'WEBHOOK', ...address, '--json'])
  const { stdout } = await run(['export'])
  expect(stdout).toContain(`webhookUrl: \${TXWARDEN_SECRET_SIEM_WEBHOOK_URL}`)
  expect(stdout).not.toContain('hush')
})

test('exports nothing from an empty service; refuses two targets and an unknown kind', async ({ house: { run } }) => {
  expect(await run(['export'])).toMatchObject({ code: 0, stdout: '' })
  expect((await run(['export', '--out', 'a', '--dir', 'b'])).code).toBe(2)
  expect((await run(['export', 'webhooks'])).stderr).toContain('is not one of chain, destination, control-list')
  const out = join(temporaryFolder(), 'x.yaml')
  expect((await run(['export', '--out', out, '--dry-run'])).code).toBe(0)
  expect(existsSync(out)).toBe(false)
})

test('two alerts with one name are exported with a warning', async ({ house: { run } }) => {
  for (const score of ['50', '80'])
    await run(['alert', 'create', '--name', 'twin', '--type', 'SONAR', '--from-score', score, '--force'])
  expect((await run(['export'])).stderr).toContain('2 objects are alert twin: apply fails')
})
