import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Client, createClient } from '../../src/client/client.ts'
import { createLocalTransport } from '../../src/client/transports/local.ts'
import { WardenError } from '../../src/shared/errors.ts'
import { seededRandom, TestClock } from '../support/deterministic.ts'
import { copyEmptyDatabase } from '../support/empty-database.ts'
import { call, post } from '../support/proxy/post.ts'
import { ALLOWED_ADDRESS, type StartedProxy, startProxyForTest } from '../support/proxy/start.ts'
import { signedTransfer, signers } from '../support/proxy/transactions.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const GENEROUS_MS = 20_000

interface Service {
  readonly client: Client
  readonly journal: string
  isDown: boolean
}

/** A service in this process that can be unreachable. */
function service(): Service {
  const folder = temporaryFolder()
  const database = join(folder, 'local.db')
  copyEmptyDatabase(database)
  const random = seededRandom('unjudged')
  const report = () => undefined
  const transport = createLocalTransport({
    database,
    keyFolder: folder,
    env: {},
    clock: new TestClock(),
    random,
    report,
  })
  const made = {
    isDown: true,
    journal: join(folder, 'unjudged'),
    client: createClient({
      transport: async (outgoing) => {
        if (made.isDown) throw new WardenError({ kind: 'unavailable', code: 'connection-refused', message: 'mallory' })
        return transport(outgoing)
      },
      newIdempotencyKey: () => undefined,
      notice: () => undefined,
    }),
  }
  return made
}

const allow = { policy: { whenUnavailable: 'allow' } } as const
const sends = (nonce = 0n) => {
  const { raw, hash } = signedTransfer({ to: ALLOWED_ADDRESS, nonce, data: '0xfeedface' })
  return { body: call('eth_sendRawTransaction', [raw]), hash }
}

async function audited({ client }: Service) {
  const { content } = await client.call('listAudit', { query: { action: 'proxy.forward-unjudged', sort: ['id,asc'] } })
  return content.map(({ after }) => after)
}

/** Not through `startProxyForTest`'s own service, which is up. */
function startOver(given: Service, more: object = {}): Promise<StartedProxy> {
  return startProxyForTest({ ...allow, client: given.client, journal: given.journal, ...more })
}

describe('--when-unavailable allow', () => {
  test('records what it forwards before it is forwarded, and hands it in when the service answers', async () => {
    const given = service()
    const { url, upstream, proxy } = await startOver(given)
    const seen: number[] = []
    upstream.results.set('eth_sendRawTransaction', ([raw]) => {
      seen.push(readdirSync(given.journal).length)
      return { result: raw }
    })
    const [first, second] = [sends(0n), sends(1n)]
    for (const { body } of [first, second]) expect((await post(url, body)).answer.error).toBeUndefined()
    expect(seen).toEqual([1, 2])
    for (const name of readdirSync(given.journal)) {
      expect(statSync(join(given.journal, name)).mode & 0o777).toBe(0o600)
      expect(readFileSync(join(given.journal, name), 'utf8')).not.toContain('feedface')
    }

    given.isDown = false
    // A call with a verdict says that the service is back.
    await post(url, sends(2n).body)
    await proxy.settle(GENEROUS_MS)
    expect(readdirSync(given.journal)).toEqual([])
    const record = {
      at: expect.any(String),
      method: 'eth_sendRawTransaction',
      chainId: '1',
      from: signers[0],
      to: ALLOWED_ADDRESS,
      why: 'the service is not available',
    }
    const rows = await audited(given)
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(expect.arrayContaining([first, second].map(({ hash }) => ({ ...record, digest: hash }))))
  })

  test('what an earlier run left is handed in at the start, once', async () => {
    const given = service()
    const first = await startOver(given)
    await post(first.url, sends().body)
    await first.proxy.stop()
    given.isDown = false
    const again = await Promise.all([startOver(given), startOver(given)])
    for (const { proxy } of again) await proxy.settle(GENEROUS_MS)
    for (const { proxy } of again) await proxy.settle(GENEROUS_MS)
    expect(await audited(given)).toHaveLength(1)
    expect(readdirSync(given.journal)).toEqual([])
  })

  test('a chain that is not supported is recorded, too', async () => {
    const given = service()
    given.isDown = false
    const { url, upstream, proxy } = await startOver(given, { upstream: { chainId: '0x7a69' } })
    const { raw, hash } = signedTransfer({ to: ALLOWED_ADDRESS, chainId: 31_337 })
    expect((await post(url, call('eth_sendRawTransaction', [raw]))).answer.error).toBeUndefined()
    await proxy.settle(GENEROUS_MS)
    expect(await audited(given)).toMatchObject([
      { chainId: '31337', digest: hash, why: expect.stringContaining('31337') },
    ])
    expect(upstream.calls('eth_sendRawTransaction')).toHaveLength(1)
  })

  test('nothing is forwarded where the journal cannot be written', async () => {
    const given = service()
    mkdirSync(join(given.journal, '..'), { recursive: true })
    writeFileSync(given.journal, 'a file where the folder would be')
    const { url, upstream } = await startOver(given)
    const { answer } = await post(url, sends().body)
    expect(answer.error).toMatchObject({
      code: -32_003,
      message: expect.stringContaining('the journal of such calls cannot be written'),
    })
    expect(upstream.arrived).toEqual([])
  })

  test('a verdict that is refused stays refused', async () => {
    const { url, upstream } = await startProxyForTest(allow)
    const { raw } = signedTransfer({ to: '0xbad0000000000000000000000000000000000bad' })
    expect((await post(url, call('eth_sendRawTransaction', [raw]))).answer.error?.code).toBe(-32_003)
    expect(upstream.arrived).toEqual([])
  })
})
