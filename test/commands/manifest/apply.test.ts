import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished } from 'vitest'
import { HOSTILE } from '../../support/any-answer.ts'
import { says, test } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { A, B, everything, houses, localHouse, SECRETS, servedHouse } from './fixture.ts'

function fileWith(text: string, name = 'infra.yaml'): string {
  const file = join(temporaryFolder(), name)
  writeFileSync(file, text)
  return file
}

describe.each(houses)('a manifest applied to a service %s', (_, open) => {
  test('is applied, and a second run changes nothing', async () => {
    const { run, writes } = await open()
    const file = fileWith(everything)

    const first = await run(['apply', '-f', file, '--yes', '--json'])
    expect(first).toMatchObject({ code: 0 })
    expect(JSON.parse(first.stdout).summary).toEqual({
      created: 8,
      updated: 0,
      deleted: 0,
      unchanged: 0,
      failed: 0,
      notDone: 0,
    })
    const made = writes.length

    const second = await run(['apply', '-f', file, '--json'])
    expect(second.code).toBe(0)
    expect(JSON.parse(second.stdout)).toMatchObject({ content: [], summary: { unchanged: 8 } })
    expect(writes.length).toBe(made)
    expect((await run(['diff', '-f', file, '--exit-code'])).code).toBe(0)

    const alerts = JSON.parse((await run(['alert', 'list', '--json'])).stdout).content
    const destinations = JSON.parse((await run(['destination', 'list', '--json'])).stdout).content
    const idOf = (name: string) => destinations.find((each: { name: string }) => each.name === name).id
    expect(alerts).toMatchObject([
      { alertName: 'blocked', isActive: true, transactionFilter: { chainIds: [1, 8453] } },
      { alertName: 'treasury moves', isActive: false, destinationIds: [idOf('siem')] },
    ])
    expect(new Set(alerts[0].destinationIds)).toEqual(new Set([idOf('team'), idOf('phone')]))
    expect(destinations.find((each: { name: string }) => each.name === 'phone').attributes.chatId).toBe(
      '-1001234567890123456789',
    )
  })

  test('changes what differs and keeps members that a document omits', async () => {
    const { run } = await open()
    await run(['apply', '-f', fileWith(everything), '--yes'])
    const changed = fileWith(`kind: monitor
chainId: "1"
address: ${B.toLowerCase()}
name: cold wallet
---
kind: destination
name: siem
channel: WEBHOOK
state: ACTIVE
---
kind: control-list
type: BLOCK
productType: SONAR
address: ${A}
chainIds: []
`)
    const diff = await run(['diff', '-f', changed, '--exit-code', '-o', 'table'])
    expect(diff.code).toBe(13)
    expect(diff.stdout).toContain(`~ destination siem
    state  INACTIVE → ACTIVE
~ control-list BLOCK SONAR ${A}
    chainIds  1, 8453 → every chain
~ monitor ${B} on chain 1
    name  treasury → cold wallet

3 to change, 0 unchanged`)
    expect((await run(['apply', '-f', changed, '--yes'])).code).toBe(0)
    const monitors = JSON.parse((await run(['monitor', 'list', '--json'])).stdout).content
    expect(monitors).toMatchObject([{ name: 'cold wallet', enabled: false }])
    expect((await run(['diff', '-f', changed, '--exit-code'])).code).toBe(0)
  })

  test('a secret with another end is a change, and is never shown', async () => {
    const { run } = await open()
    const file = fileWith(everything)
    await run(['apply', '-f', file, '--yes'])
    const env = { TXWARDEN_SECRET_TEAM_WEBHOOK_URL: `${SECRETS.TXWARDEN_SECRET_TEAM_WEBHOOK_URL}-turned` }

    const shown = await run(['diff', '-f', file, '-o', 'table'], { env })
    expect(shown.stdout).toContain('~ destination team\n    webhookUrl')
    const everyOutput = [
      shown,
      await run(['diff', '-f', file, '--json'], { env }),
      await run(['apply', '-f', file, '--dry-run', '--json'], { env }),
      await run(['apply', '-f', file, '--yes', '--json'], { env }),
    ]
    expect(everyOutput.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    const printed = everyOutput.map(({ stdout, stderr }) => stdout + stderr).join()
    for (const secret of Object.values(SECRETS)) expect(printed).not.toContain(secret.slice(-20, -5))
    expect(printed).not.toContain('-turned')

    expect((await run(['diff', '-f', file, '--exit-code'], { env })).code).toBe(0)
    expect((await run(['diff', '-f', file, '--exit-code'])).code).toBe(13)
  })

  test('--prune deletes managed objects, and none that were created otherwise', async () => {
    const { run } = await open()
    const folder = join(temporaryFolder(), 'infra')
    mkdirSync(folder)
    writeFileSync(join(folder, 'all.yaml'), everything)
    await run(['monitor', 'add', A, '--chain', 'base', '--name', 'by hand'])
    await run(['apply', '-f', folder, '--yes'])
    expect(readFileSync(join(folder, 'txwarden.lock.json'), 'utf8')).not.toContain('by hand')

    const kept = everything.split('---\n').filter((part) => !/name: (?:siem|treasury)$|alertName: treasury/m.test(part))
    writeFileSync(join(folder, 'all.yaml'), kept.join('---\n'))
    const without = await run(['diff', '-f', folder, '--exit-code'])
    expect(without.code).toBe(0)
    expect(without.stderr).toContain('3 objects are no longer in the manifest and stay')

    const seen = JSON.parse((await run(['diff', '-f', folder, '--prune', '--json'])).stdout)
    const names = (report: { content: { action: string; name: string }[] }) =>
      report.content.map(({ action, name }) => `${action} ${name}`)
    expect(names(seen)).toEqual(['delete treasury moves', `delete ${B} on chain 1`, 'delete siem'])
    const done = await run(['apply', '-f', folder, '--prune', '--yes', '--json'])
    expect(names(JSON.parse(done.stdout))).toEqual(names(seen))
    expect(done.stderr).toContain(`Deletes monitor ${B} on chain 1: the manifest does not have it any more.`)
    const monitors = JSON.parse((await run(['monitor', 'list', '--json'])).stdout).content
    expect(monitors).toMatchObject([{ name: 'by hand' }])
    expect((await run(['diff', '-f', folder, '--prune', '--exit-code'])).code).toBe(0)
  })
})

test('reports a failure of the service with the done and remaining steps and how to continue', async () => {
  const { run, writes, failAt } = await servedHouse()
  const file = fileWith(everything)
  failAt(5)
  const broken = await run(['apply', '-f', file, '--yes', '--json'])
  expect(broken.code).toBe(4)
  const report = JSON.parse(broken.stdout)
  expect(report.summary).toMatchObject({ created: 4, failed: 1, notDone: 3 })
  expect(report.content.map(({ status }: { status: string }) => status)).toEqual([
    'done',
    'done',
    'done',
    'done',
    'failed',
    'not-done',
    'not-done',
    'not-done',
  ])
  const { error } = JSON.parse(broken.stderr.split('\n').find((line) => line.startsWith('{')) ?? '')
  expect(error).toMatchObject({
    code: 'partial-failure',
    try: expect.stringContaining(`txwarden apply --file ${file}`),
  })
  expect(error.message).toContain('4 of 8 changes done, then create control-list ALLOW RASP')
  expect(error.details).toContain('not done: create alert blocked')
  expect(writes).toHaveLength(5)

  const rest = await run(['apply', '-f', file, '--yes', '--json'])
  expect(JSON.parse(rest.stdout).summary).toMatchObject({ created: 4, unchanged: 4 })
  expect((await run(['apply', '-f', file, '--json'])).code).toBe(0)
})

test('many entries and monitors are written at once; those that run when one fails still end', async () => {
  const { run, writes, failAt } = await servedHouse()
  const address = (index: number) => `"0x7e57${String(index).padStart(36, '0')}"`
  const file = fileWith(
    Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? `kind: monitor\nchainId: "1"\naddress: ${address(index)}\nname: wallet ${index}\n`
        : `kind: control-list\ntype: BLOCK\nproductType: SONAR\naddress: ${address(index)}\n`,
    ).join('---\n'),
  )
  failAt(10)
  const broken = await run(['apply', '-f', file, '--yes', '--json'])
  expect(broken.code).toBe(4)
  const { summary } = JSON.parse(broken.stdout)
  expect(summary.failed).toBe(1)
  expect(summary.created).toBe(writes.length - 1)
  expect(writes.length).toBeGreaterThan(10)
  expect(writes.length).toBeLessThan(20)
  const rest = await run(['apply', '-f', file, '--yes', '--json'])
  expect(JSON.parse(rest.stdout).summary).toMatchObject({ created: 40 - summary.created, unchanged: summary.created })
  expect((await run(['diff', '-f', file, '--exit-code'])).code).toBe(0)
})

test('a second run completes after any failed write', async () => {
  for (const write of [1, 2, 3, 6, 7, 8, 9]) {
    const { run, failAt } = await servedHouse()
    const file = fileWith(everything)
    failAt(write)
    expect((await run(['apply', '-f', file, '--yes'])).code).toBe(write === 1 ? 1 : 4)
    expect((await run(['apply', '-f', file, '--yes'])).code).toBe(0)
    expect((await run(['diff', '-f', file, '--exit-code'])).code).toBe(0)
  }
})

describe('confirmation', () => {
  test('shows the plan, and changes nothing if declined', async () => {
    const { run } = localHouse()
    const file = fileWith(everything)
    const no = await run(['apply', '-f', file], { typed: ['n\r'] })
    expect(no.code).toBe(130)
    expect(no.stderr).toContain('+ destination team')
    expect(no.stderr).toContain('Make these 8 changes in profile local?')
    expect(existsSync(file.replace('.yaml', '.lock.json'))).toBe(false)
    expect(JSON.parse((await run(['monitor', 'list', '--json'])).stdout).totalElements).toBe(0)

    const yes = await run(['apply', '-f', file], { typed: ['y\r'] })
    expect(yes.code).toBe(0)
    expect(yes.stdout).toContain('✓ Created alert treasury moves\n8 of 8 changes done, 0 unchanged (profile local)')
  })

  test('without a terminal it needs --yes, and a dry run does not', async () => {
    const { run } = localHouse()
    const file = fileWith(everything)
    const silent = await run(['apply', '-f', file])
    expect(silent).toMatchObject({ code: 2, stdout: '' })
    const dry = await run(['apply', '-f', file, '--dry-run', '-o', 'table'])
    expect(dry.code).toBe(0)
    expect(dry.stdout).toContain('8 to create, 0 unchanged')
    expect(existsSync(file.replace('.yaml', '.lock.json'))).toBe(false)
    expect((await run(['export', '--json'])).stdout).toBe('[]\n')
  })

  test('many deletions need more than --yes', async () => {
    const { run } = localHouse()
    const document = (index: number) =>
      `kind: monitor\nchainId: "1"\naddress: 0x${index.toString(16).padStart(40, '0')}\n`
    const file = fileWith(Array.from({ length: 12 }, (_, index) => document(index)).join('---\n'))
    await run(['apply', '-f', file, '--yes'])
    writeFileSync(file, document(0))
    const refused = await run(['apply', '-f', file, '--prune', '--yes'])
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain(`txwarden apply --file ${file} --prune --prune-limit 11 --yes`)
    expect(refused.stderr).toContain(`Try: txwarden diff --file ${file} --prune\n`)
    expect((await run(['diff', '--file', file, '--prune', '--json'])).stdout).toContain('"delete": 11')
    const allowed = await run(['apply', '-f', file, '--prune', '--yes', '--prune-limit', '11', '--json'])
    expect(JSON.parse(allowed.stdout).summary).toMatchObject({ deleted: 11, unchanged: 1 })
  })
})

describe('refused:', () => {
  test.each<[string, string, string]>([
    ['an unknown kind', 'kind: webhook\nname: x\n', 'infra.yaml:1:7 kind: "webhook" is not one of chain, destination'],
    ['no kind', '# nothing\nname: x\n', 'infra.yaml:2:1 kind is required'],
    ['a list', 'kind: [a]\n', 'infra.yaml:1:7 kind: this is not one of'],
    ['text', 'just words\n', 'infra.yaml:1:1 is not an object'],
    ['YAML that is none', 'kind: monitor\n  name: "x\n', 'infra.yaml:1:7 Nested mappings'],
    ['a member twice', 'kind: monitor\nname: a\nname: b\n', 'infra.yaml:3:1 has the member "name" twice in one object'],
    [
      'a member twice in JSON, by an escape',
      '{"kind": "monitor",\n"name": "a",\n"\\u006eame": "b"}',
      'infra.yaml:3:1 has the member "name" twice in one object',
    ],
    [
      'a member twice inside another',
      '{"kind": "alert", "transactionFilter": {"__proto__": 1,\n "__proto__": 2}}',
      'infra.yaml:2:2 has the member "__proto__" twice in one object',
    ],
    [
      'a misspelt member',
      `kind: monitor\nchainId: 1\naddress: ${A}\nnmae: x\n`,
      'infra.yaml:4:7 nmae is not a member of monitor; known: address, chainId, name, enabled',
    ],
    [
      'a member of the service',
      `kind: monitor\nid: x\nchainId: 1\naddress: ${A}\n`,
      'infra.yaml:2:5 id is not a member',
    ],
    [
      'an unknown chain',
      `kind: monitor\nchainId: 4\naddress: ${A}\n`,
      'infra.yaml:2:10 chainId "4" is not a chain that is known',
    ],
    [
      'a wrong address',
      'kind: monitor\nchainId: 1\naddress: 0x12\n',
      'infra.yaml:3:10 address "0x12" is not an address',
    ],
    [
      'a flag that is none',
      `kind: monitor\nchainId: 1\naddress: ${A}\nenabled: yes\n`,
      'infra.yaml:4:10 enabled is not a boolean',
    ],
    [
      'an unknown destination',
      'kind: alert\nalertName: a\nalertType: SONAR\ndestinations: [nobody]\n',
      'infra.yaml:4:15 destinations: no destination named "nobody"',
    ],
    [
      'a channel without its secret',
      'kind: destination\nname: a\nchannel: SLACK\n',
      'infra.yaml:1:1 webhookUrl is required for SLACK',
    ],
    [
      'a signing secret that would be shown in a log',
      'kind: destination\nname: a\nchannel: WEBHOOK\nwebhookUrl: https://siem.example.org\n',
      'attributes.token is required for WEBHOOK',
    ],
    [
      'one object twice',
      `kind: monitor\nchainId: 1\naddress: ${A}\n---\nkind: monitor\naddress: ${A.toLowerCase()}\nchainId: "1"\n`,
      `infra.yaml:5:1 monitor ${A} on chain 1 is already defined at`,
    ],
    [
      'a mask for a secret',
      'kind: destination\nname: a\nchannel: SLACK\nwebhookUrl: https://hooks.slack.com/services/T/B/••••wxyz\n',
      'infra.yaml:4:13 webhookUrl: is masked',
    ],
    ['nesting without end', `kind: alert\nx: ${'['.repeat(20_000)}\n`, 'is nested too deep'],
    ['nesting beyond reason', `kind: alert\nx: ${'['.repeat(100)}${']'.repeat(100)}\n`, 'is nested too deep'],
    ['an alias of itself', 'kind: alert\nx: &x [*x]\n', 'infra.yaml:2'],
    ['a tag of its own', 'kind: !secret alert\n', 'infra.yaml:1:7 Unresolved tag'],
    [
      'aliases that unfold without end',
      `kind: alert\n${['a: &a [x, x, x, x, x, x, x, x, x]', ...'bcdefgh'.split('').map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(', ')}]`)].join('\n')}\n`,
      'expands to too many values',
    ],
  ])('%s', async (_, text, message) => {
    const { run } = localHouse()
    const file = fileWith(text)
    const refused = await run(['apply', '-f', file, '--yes'])
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(refused.stderr).toContain(message)
    expect((await run(['diff', '-f', file])).stderr).toContain(message)
    expect((await run(['export', '--json'])).stdout).toBe('[]\n')
  })

  test('reports all errors of all files at once, by line', async () => {
    const { run } = localHouse()
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'a.yaml'), `kind: monitor\nchainId: 4\naddress: ${A}\n---\nkind: nothing\n`)
    writeFileSync(join(folder, 'b.json'), JSON.stringify([{ kind: 'destination', name: '', channel: 'PIGEON' }]))
    const refused = await run(['apply', '-f', folder, '--yes'])
    expect(refused.code).toBe(8)
    for (const place of ['a.yaml:2:10', 'a.yaml:5:7', 'b.json:1:'])
      expect(refused.stderr).toContain(join(folder, place))
    expect(refused.stderr).toContain('the manifest has 4 errors')
    expect(refused.stderr).toContain('Nothing was changed.')
  })

  test.each<[string, Buffer, string]>([
    ['UTF-16', Buffer.from(`\ufeff${everything}`, 'utf16le'), 'is UTF-16 text'],
    ['bytes that are no text', Buffer.from([0x6b, 0xff, 0xfe, 0xfd]), 'is not UTF-8 text'],
  ])('%s', async (_, bytes, message) => {
    const { run } = localHouse()
    const file = join(temporaryFolder(), 'x.yaml')
    writeFileSync(file, bytes)
    expect(await run(['diff', '-f', file])).toMatchObject(says(8, message))
  })

  test('two alerts with one name are ambiguous', async () => {
    const { run } = localHouse()
    for (const score of ['50', '80'])
      await run(['alert', 'create', '--name', 'twin', '--type', 'SONAR', '--from-score', score, '--force'])
    const file = fileWith('kind: alert\nalertName: twin\nalertType: SONAR\n')
    const refused = await run(['diff', '-f', file])
    expect(refused.code).toBe(8)
    expect(refused.stderr).toContain('infra.yaml:1:1 alert twin: the service has several objects with this name')
  })

  test('a destination that an unmanaged alert uses is not pruned', async () => {
    const { run } = localHouse()
    const ops = 'kind: destination\nname: ops\nchannel: EMAIL\nwebhookUrl: mailto:ops@example.org\n'
    const file = fileWith(`${ops}---\n${ops.replaceAll('ops', 'other')}`)
    await run(['apply', '-f', file, '--yes'])
    const [, { id }] = JSON.parse((await run(['destination', 'list', '--json'])).stdout).content
    await run(['alert', 'create', '--name', 'by hand', '--type', 'SONAR', '--destination', id])
    writeFileSync(file, ops)
    const refused = await run(['apply', '-f', file, '--prune', '--yes'])
    expect(refused.code).toBe(8)
    expect(refused.stderr).toContain('--prune would delete destination other, which alert by hand still uses')
  })

  test('a folder without manifests, an invalid lock file, --prune from stdin', async () => {
    const { run } = localHouse()
    expect((await run(['apply', '-f', temporaryFolder(), '--yes'])).stderr).toContain(
      'contains no .yaml, .yml or .json file',
    )
    const file = fileWith(everything)
    writeFileSync(file.replace('.yaml', '.lock.json'), '{"version":1,"services":[]}')
    expect((await run(['apply', '-f', file, '--yes'])).stderr).toContain('does not have the shape of a lock file')
    expect((await run(['diff', '-f', '-', '--prune'], { stdin: everything })).code).toBe(2)
  })
})

test('reads a manifest from stdin, also with byte order mark and Windows line endings', async () => {
  const { run } = localHouse()
  const stdin = `\ufeff${everything.replaceAll('\n', '\r\n')}`
  expect((await run(['apply', '-f', '-', '--yes'], { stdin })).code).toBe(0)
  expect((await run(['diff', '-f', '-', '--exit-code'], { stdin: everything })).code).toBe(0)
})

test('accepts an entry per chain for one address', async () => {
  const { run } = localHouse()
  const entry = (chains: string) =>
    `kind: control-list\ntype: BLOCK\nproductType: SONAR\naddress: ${A}\nchainIds: [${chains}]\n`
  const file = fileWith(`${entry('1, 10')}---\n${entry('8453')}`)
  expect((await run(['apply', '-f', file, '--yes'])).code).toBe(0)
  writeFileSync(file, `${entry('8453')}---\n${entry('1')}`)
  const report = JSON.parse((await run(['diff', '-f', file, '--json'])).stdout)
  expect(report.content).toMatchObject([{ action: 'update', members: [{ from: ['1', '10'], to: ['1'] }] }])
  writeFileSync(file, `${entry('8453')}---\n${entry('')}`)
  expect((await run(['diff', '-f', file])).stderr).toContain('already')
})

test('a protected profile needs its name for apply, but not for diff', async () => {
  const { run } = localHouse()
  const file = fileWith(everything)
  await run(['config', 'set', 'protected', 'true'])
  expect((await run(['diff', '-f', file])).code).toBe(0)
  const refused = await run(['apply', '-f', file, '--yes', '--json'])
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('profile local is protected')
  expect((await run(['apply', '-f', file, '--yes', '--confirm', 'local'])).code).toBe(0)
})

test('an interrupt ends it between two steps with a report', async () => {
  const stopping = new AbortController()
  const { run, beforeWrite } = await servedHouse()
  beforeWrite((count) => count === 4 && stopping.abort())
  const file = fileWith(everything)
  const stopped = await run(['apply', '-f', file, '--yes', '--json'], { signal: stopping.signal })
  expect(stopped.code).toBe(130)
  expect(JSON.parse(stopped.stdout).summary).toMatchObject({ created: 3, failed: 1, notDone: 4 })
  expect(stopped.stderr).toContain('3 of 8 changes done')
  expect((await run(['apply', '-f', file, '--yes'])).code).toBe(0)
  expect((await run(['diff', '-f', file, '--exit-code'])).code).toBe(0)
})

test('prints a curl command for its first read, and says so', async () => {
  const { run, writes } = await servedHouse()
  const shown = await run(['apply', '-f', fileWith(everything), '--curl'])
  expect(shown.code).toBe(0)
  expect(shown.stdout).toContain('curl')
  expect(shown.stderr).toContain('This command reads before it writes')
  expect(writes).toEqual([])
})

test('sends unknown words to a remote service with a notice, and refuses them for the local one', async () => {
  const text = `kind: control-list\ntype: GREY\nproductType: SONAR\naddress: ${A}\n`
  const local = await localHouse().run(['diff', '-f', fileWith(text)])
  expect(local).toMatchObject(says(8, 'infra.yaml:2:7 type is not one of ALLOW, BLOCK'))
  const { run } = await servedHouse()
  const remote = await run(['diff', '-f', fileWith(text), '--json'])
  expect(remote.code).toBe(0)
  expect(remote.stderr).toContain('type is not one of ALLOW, BLOCK; sent unchanged.')
  expect(JSON.parse(remote.stdout).content).toMatchObject([{ action: 'create', name: `GREY SONAR ${A}` }])
  const misspelt = fileWith(text.replace(A, `0x7e${A.slice(4)}`))
  expect((await run(['diff', '-f', misspelt])).stderr).toContain('has a wrong EIP-55 checksum')
})

test('reads a folder recursively, without hidden files', async () => {
  const { run } = localHouse()
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'team', '.git'), { recursive: true })
  const monitor = (chain: string) => `kind: monitor\nchainId: ${chain}\naddress: ${A}\n`
  writeFileSync(join(folder, 'one.yml'), monitor('1'))
  writeFileSync(join(folder, 'team', 'two.json'), JSON.stringify({ kind: 'monitor', chainId: '10', address: A }))
  writeFileSync(join(folder, 'team', '.three.yaml'), monitor('56'))
  writeFileSync(join(folder, 'team', '.git', 'four.yaml'), monitor('137'))
  writeFileSync(join(folder, 'notes.txt'), 'no manifest')
  const report = JSON.parse((await run(['diff', '-f', folder, '--json'])).stdout)
  expect(report.summary).toMatchObject({ create: 2 })
})

test('prints no terminal control sequences of a manifest or a service', async () => {
  const { run } = localHouse()
  const file = fileWith(`kind: monitor\nchainId: 1\naddress: ${A}\nname: "a\\e]0;b\\u202e"\n`)
  const options = { tty: true }
  const shown = [
    await run(['diff', '-f', file], options),
    await run(['apply', '-f', file, '--yes', '--quiet', '-o', 'yaml'], options),
    await run(['export'], options),
  ]
  for (const { code, stdout, stderr } of shown) {
    expect(code).toBe(0)
    expect(stdout).toContain(']0;b')
    expect(HOSTILE.exec(stdout + stderr)).toBeNull()
  }
})

describe.each(houses)('a secret that a service %s shows only masked', (_, open) => {
  const ops = `kind: destination
name: ops
channel: SLACK
webhookUrl: \${TXWARDEN_SECRET_TEAM_WEBHOOK_URL}
---
kind: destination
name: phone
channel: TELEGRAM
attributes: { chatId: "1", token: "\${TXWARDEN_SECRET_PHONE_TOKEN}" }
`
  // It ends as the old one does, and that is all the mask leaves.
  const rotated = {
    TXWARDEN_SECRET_TEAM_WEBHOOK_URL: `${SECRETS.TXWARDEN_SECRET_TEAM_WEBHOOK_URL.replace(/[^/]*$/, '')}zyxwvutsrqponmlkjihguvwx`,
  }
  const FITS = 'by the mask only: the secrets of destination ops, destination phone.'

  test('is reported by diff and apply, kept by default, and sent with --send-secrets', async () => {
    const { run, writes } = await open()
    const file = fileWith(ops)
    await run(['apply', '-f', file, '--yes'])
    const made = writes.length

    const diff = await run(['diff', '-f', file, '--json'], { env: rotated })
    expect(diff.stderr).toContain(FITS)
    expect(diff.stderr).toContain('txwarden apply --send-secrets')
    expect(JSON.parse(diff.stdout)).toMatchObject({
      drift: false,
      uncompared: [
        { kind: 'destination', name: 'ops', members: ['webhookUrl'] },
        { kind: 'destination', name: 'phone', members: ['attributes.token'] },
      ],
    })
    const plain = await run(['apply', '-f', file, '--yes'], { env: rotated })
    expect(plain.stderr).toContain(FITS)
    expect(writes.length).toBe(made)

    const shown = await run(['apply', '-f', file, '--send-secrets', '--dry-run', '-o', 'table'], { env: rotated })
    expect(shown.stdout).toContain('(sent again)')
    const sent = await run(['apply', '-f', file, '--send-secrets', '--yes', '--json'], { env: rotated })
    expect(sent.code).toBe(0)
    expect(JSON.parse(sent.stdout).summary).toMatchObject({ updated: 2, unchanged: 0 })
    for (const { stdout, stderr } of [shown, sent]) {
      expect(stdout + stderr).not.toContain('zyxwvutsrq')
      expect(stdout + stderr).not.toContain(FITS)
    }
    const second = await run(['apply', '-f', file, '--yes', '--json'], { env: rotated })
    expect(JSON.parse(second.stdout)).toMatchObject({ content: [], summary: { unchanged: 2 } })
  })

  test('diff does not compare a secret whose variable is not set, apply needs it', async () => {
    const { run, writes } = await open()
    const destination = (name: string, more = '') =>
      `kind: destination\nname: ${name}\nchannel: SLACK\nwebhookUrl: \${TXWARDEN_SECRET_TEAM_WEBHOOK_URL}\n${more}`
    await run(['apply', '-f', fileWith(destination('ops')), '--yes'])
    const made = writes.length
    const env = { TXWARDEN_SECRET_TEAM_WEBHOOK_URL: '' }
    const same = await run(['diff', '-f', fileWith(destination('ops')), '--exit-code', '--json'], { env })
    expect(same.code).toBe(0)
    expect(same.stderr).toContain('! Not compared')
    expect(JSON.parse(same.stdout)).toMatchObject({
      drift: false,
      uncompared: [{ name: 'ops', members: ['webhookUrl'] }],
    })
    const changed = fileWith(`${destination('ops', 'state: INACTIVE\n')}---\n${destination('new')}`)
    const { content } = JSON.parse((await run(['diff', '-f', changed, '--json'], { env })).stdout)
    expect(content).toMatchObject([
      { action: 'update', name: 'ops', members: [{ member: 'state' }] },
      { action: 'create', name: 'new' },
    ])
    const refused = await run(['apply', '-f', changed, '--yes'], { env })
    expect(refused.stderr).toContain('variable TXWARDEN_SECRET_TEAM_WEBHOOK_URL is not set')
    expect(writes.length).toBe(made)
  })
})

test('a secret that is sent again reaches the service', async () => {
  const posted: string[] = []
  const receiver = createServer((request, response) => {
    posted.push(request.url ?? '')
    response.end('ok')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void receiver.close())
  const { port } = receiver.address() as AddressInfo
  const { run } = localHouse()
  const file = fileWith(`kind: destination\nname: ops\nchannel: SLACK\nwebhookUrl: \${TXWARDEN_SECRET_OPS}\n`)
  const env = (segment: string) => ({
    TXWARDEN_SECRET_OPS: `http://127.0.0.1:${port}/services/T0/B0/${segment}`,
    TXWARDEN_ALLOW_DESTINATION: `127.0.0.1:${port}`,
  })
  await run(['apply', '-f', file, '--yes'], { env: env('old') })
  await run(['apply', '-f', file, '--yes'], { env: env('new') })
  const [{ id }] = JSON.parse((await run(['destination', 'list', '--json'])).stdout).content
  await run(['destination', 'test', id], { env: env('new') })
  await run(['apply', '-f', file, '--send-secrets', '--yes'], { env: env('new') })
  await run(['destination', 'test', id], { env: env('new') })
  expect(posted).toEqual(['/services/T0/B0/old', '/services/T0/B0/new'])
})

test('a manifest without objects, and one without changes, say so in a pipe too', async ({ cli }) => {
  const file = join(cli.home, 'empty.yaml')
  writeFileSync(file, '')
  const nothing = await cli(['apply', '-f', file, '--yes'])
  expect(nothing).toMatchObject({ code: 0, stdout: '' })
  expect(nothing.stderr).toContain(`! ${file} has no objects.`)
  expect(nothing.stderr).toContain('No changes: 0 objects match the manifest (profile local)')
})
