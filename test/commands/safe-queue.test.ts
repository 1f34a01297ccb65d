import { expect, onTestFinished } from 'vitest'
import { SafeChain } from '../service/chain/nodes/safe-chain.ts'
import { privateAccount } from '../support/chain/private-account.ts'
import { makeCli, refuses, says, test } from '../support/cli.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { serviceRow, startSafeService } from '../support/safe-service.ts'

const SAFE = '0x7e570000000000000000000000000000000000a8'
const owners = ['alice', 'bob'].map(privateAccount)

async function started() {
  const chain = new SafeChain(
    SAFE,
    owners.map(({ address }) => address),
  )
  const node = await startFaultProxy(chain.upstream)
  onTestFinished(() => node.close())
  const standIn = await startSafeService()
  const cli = makeCli()
  const env = { TXWARDEN_CHAIN_ETHEREUM_URL: node.url }
  const run = async (...argv: string[]) => {
    const { code, stdout, stderr } = await cli([...argv, '--chain', 'ethereum', '--json'], { env })
    return { code, stderr, body: stdout === '' ? undefined : JSON.parse(stdout) }
  }
  expect((await run('safe', 'add', SAFE, '--service', standIn.url)).code).toBe(0)
  return { standIn, run, chain }
}

test('safe queue and safe check read 2,000 signatures of a list, and say what is not read', async () => {
  const { standIn, run } = await started()
  const approvals = Array.from({ length: 2000 }, (_, at) => ({
    owner: `0x${at.toString(16).padStart(40, '0')}`,
    signature: null,
  }))
  const signed = serviceRow({ safe: SAFE }, { nonce: 0n })
  const by = owners.map(({ address, sign }) => ({ owner: address, signature: sign(signed.safeTxHash) }))
  standIn.transactions = [{ ...signed, confirmations: by }]
  const whole = await run('safe', 'queue', SAFE, '--fail-on', 'warning')
  expect(whole.body.content).toMatchObject([{ signed: 2, executable: true }])
  expect(whole.body.content[0]).not.toHaveProperty('hasUnreadSignatures')
  standIn.transactions = [{ ...signed, confirmations: [...approvals, ...by] }]
  const cut = await run('safe', 'queue', SAFE)
  expect(cut.code).toBe(6)
  expect(cut.body.content).toMatchObject([
    { signed: 0, hasUnreadSignatures: true, error: expect.stringMatching(/^Not all of its signatures were read/) },
  ])
  const { body } = await run('safe', 'check', SAFE, '--nonce', '0')
  expect(body.safe).toMatchObject({ executable: null })
  expect(body.safe.confirmations.at(-1)).toMatchObject({ valid: false, fault: 'over-limit' })
})

test('safe queue takes no page with more entries than it requested', async () => {
  const { standIn, run } = await started()
  const results = Array.from({ length: 34_000 }, (_, at) => ({ safeTxHash: `0x${at.toString(16).padStart(64, '0')}` }))
  standIn.instead = () => ({ body: { count: results.length, next: null, results } })
  expect(await run('safe', 'queue', SAFE)).toMatchObject(says(6, 'a page has 34000 entries where 100 were requested'))
})

test('safe queue lists what is not legible, also with the nonce of an executed one', async () => {
  const { standIn, run, chain } = await started()
  chain.nonce = 5n
  const executed = serviceRow({ safe: SAFE }, { nonce: 0n })
  standIn.instead = ({ path }) =>
    path.endsWith('/multisig-transactions/')
      ? {
          body: {
            count: 2,
            next: null,
            results: [{ ...serviceRow({ safe: SAFE }, { nonce: 1n }), data: 'zz' }, executed],
          },
        }
      : undefined
  expect(await run('safe', 'queue', SAFE)).toMatchObject({
    code: 6,
    body: { content: [{ verdict: 'NO DATA', isIllegible: true }] },
  })
})

test('safe queue without a Safe reads nothing, and names the Safes that it does not read', async ({ cli }) => {
  const none = await cli(['safe', 'queue'])
  expect(none).toMatchObject(refuses(5, 'txwarden safe add --help'))
  const { standIn, run } = await started()
  standIn.transactions = []
  expect((await run('safe', 'add', owners[0]?.address ?? '', '--name', 'ops', '--service', 'none')).code).toBe(0)
  const all = await run('safe', 'queue')
  expect(all).toMatchObject({ code: 0, body: { content: [] } })
  expect(all.stderr).toBe('! ops on ethereum has no transaction service: its queue is not read\n')
})
