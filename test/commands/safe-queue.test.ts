import { expect, onTestFinished, test } from 'vitest'
import { SafeChain } from '../service/chain/nodes/safe-chain.ts'
import { privateAccount } from '../support/chain/private-account.ts'
import { makeCli } from '../support/cli.ts'
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
  return { standIn, run }
}

test('safe queue and safe check read 2,000 signatures of a list, and say what is not read', async () => {
  const { standIn, run } = await started()
  const approvals = Array.from({ length: 2000 }, (_, at) => ({
    ...{ owner: `0x${at.toString(16).padStart(40, '0')}`, signature: null },
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
  expect(await run('safe', 'queue', SAFE)).toMatchObject({
    code: 6,
    stderr: expect.stringContaining('a page has 34000 entries where 100 were requested'),
  })
})
