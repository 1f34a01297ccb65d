import { describe, expect, test } from 'vitest'
import { fakeNode } from '../support/chain/fake-node.ts'
import { asTyped, makeCli } from '../support/cli.ts'
import { freshDatabase } from '../support/fresh-database.ts'

const [LOST, OTHER] = [7, 8].map((fill) => Buffer.alloc(32, fill).toString('base64'))
const ALICE = '0x7e57000000000000000000000000000000000001'
const BOB = '0x7e57000000000000000000000000000000000002'
const CAROL = '0x7e57000000000000000000000000000000000003'
const forget = ['local', 'rekey', '--without-secrets', '--yes']

/** A database whose secrets of all kinds are encrypted with a key that is lost afterwards: on SQLite and PostgreSQL. */
async function withLostKey() {
  const cli = makeCli({ withDatabase: false })
  const { database } = await freshDatabase(cli.home)
  const node = await fakeNode({ head: 100 })
  const run = async (argv: readonly string[], { key = '', stdin = '' } = {}) =>
    cli(argv, { env: { TXWARDEN_DATABASE: database, TXWARDEN_MASTER_KEY: key }, stdin })
  const must = async (argv: readonly string[], options = {}) => {
    const { code, stdout } = await run([...argv, '--json'], options)
    expect([argv, code]).toEqual([argv, 0])
    return JSON.parse(stdout)
  }
  const email = (name: string) =>
    asTyped(`destination create --name ${name} --channel EMAIL --email ${name}@example.org`)
  const destination = await must(email('ops'), { key: LOST })
  const added = await must(['chain', 'add', 'ethereum', '--url-file', '-'], { key: LOST, stdin: node.url })
  const sign = asTyped(`validate --chain 1 --from ${ALICE} --to ${BOB} --data 0x --sign --fail-on never`)
  await must(sign, { key: LOST })
  await must(['control-list', 'add', CAROL, '--type', 'block'])
  return { run, must, email, sign, destination, nodeId: added.id }
}

describe('when the master key is lost for good', () => {
  test('every command that needs it names the way out', async () => {
    const { run } = await withLostKey()
    for (const key of ['', OTHER])
      for (const argv of [
        ['destination', 'list'],
        ['local', 'rekey', '--yes'],
        ['serve', '--drain', '0', '--port', '0'],
      ]) {
        const { code, stderr } = await run(argv, { key })
        expect([argv, code]).toEqual([argv, 8])
        expect(stderr).toContain('Bring the key of the machine that stored the secrets')
        expect(stderr).toContain('Try: txwarden local rekey --without-secrets')
      }
  })

  test.each(['', OTHER])('its secrets are forgotten, and everything else stays (key here: %j)', async (key) => {
    const { must, email, sign, destination, nodeId } = await withLostKey()
    const { forgotten, masterKey } = await must(forget, { key })
    expect(masterKey?.source ?? '').toBe(key && 'TXWARDEN_MASTER_KEY')
    expect(forgotten).toEqual({
      keys: [expect.stringMatching(/^[0-9a-f]{8}$/)],
      destinations: [{ id: destination.id, name: 'ops' }],
      nodes: [{ id: nodeId, chainId: '1' }],
      safes: [],
      signers: [expect.stringMatching(/^0x/)],
    })
    const audit = await must(['audit', 'list', '--json'], { key })
    expect(audit.content.filter(({ action }: { action: string }) => action.startsWith('database.'))).toMatchObject([
      { action: 'database.forget-secrets', after: forgotten },
    ])

    expect((await must(['destination', 'list'], { key })).content).toMatchObject([
      { id: destination.id, state: 'INACTIVE', errorMessage: expect.stringContaining('enter them again') },
    ])
    const { content: chains } = await must(['chain', 'list'], { key })
    expect(chains.flatMap(({ nodes }: { nodes: object[] }) => nodes)).toEqual([])
    expect((await must(['control-list', 'list'], { key })).content).toMatchObject([{ address: CAROL }])
    await must([...email('next')], { key })
    await must(['destination', 'update', 'ops', '--email', 'again@example.org', '--state', 'ACTIVE'], { key })
    expect(await must(sign, { key })).toMatchObject({ payload: expect.stringMatching(/^0x/) })
  })

  test('what the keys here decrypt stays, and nothing lost is no failure', async () => {
    const { run, must, destination } = await withLostKey()
    expect((await must(forget, { key: LOST })).forgotten).toEqual({
      keys: [],
      destinations: [],
      nodes: [],
      safes: [],
      signers: [],
    })
    expect((await must(['destination', 'list'], { key: LOST })).content).toMatchObject([
      { id: destination.id, state: 'ACTIVE' },
    ])
    const audit = (await run(['audit', 'list', '--json'], { key: LOST })).stdout
    expect(audit).not.toContain('forget-secrets')
  })

  test('it needs a confirmation, and a key that cannot be read is not a lost one', async () => {
    const { run, must } = await withLostKey()
    expect(await run(['local', 'rekey', '--without-secrets'])).toMatchObject({ code: 2, stdout: '' })
    expect(await run(forget, { key: 'not a key' })).toMatchObject({ code: 8, stdout: '' })
    expect((await must(['destination', 'list'], { key: LOST })).content).toMatchObject([{ state: 'ACTIVE' }])
  })
})
