import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { makeCli, refuses, test } from '../../support/cli.ts'
import { runBehindProxy } from '../../support/proxy/behind.ts'
import { call, post } from '../../support/proxy/post.ts'
import { startRecordingUpstream } from '../../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS, loadCodeOf, runProxyCommand } from '../../support/proxy/start.ts'

const FROM = '0x7e5700000000000000000000000000000000f001'
/** Fees of 0.021 ETH, and a payment of 1.5 ETH. */
const PAYMENT = { from: FROM, value: '0x14d1120d7b160000', gas: '0x5208', maxFeePerGas: '0xe8d4a51000' }
const send = (to: string, over = {}) => call('eth_sendTransaction', [{ ...PAYMENT, to, ...over }])

describe('--max-fee', () => {
  test.each([
    ['0.2', '"0.2" is not an amount in wei, or with a unit'],
    ['', '--max-fee is empty'],
    ['polygon=50pol', '"50pol" is not an amount'],
    ['venus=1ether', '"venus" is not a chain'],
    ['1ether,2ether', 'there are two amounts without a chain'],
    ['eth=1ether,ethereum=2ether', 'there are two amounts for ethereum'],
  ])('%j is refused', async (given, words) => {
    const refused = await makeCli()(['proxy', '--upstream', 'http://127.0.0.1:1', '--max-fee', given])
    expect(refused).toMatchObject(refuses(2, words))
  })

  test.each<[flags: readonly string[], code: string | undefined]>([
    [[], undefined],
    [['--max-fee', '0.021ether'], undefined],
    [['--max-fee', '20999999gwei'], 'fee-limit'],
    [['--max-fee', 'eth=0.02ether', '--max-fee', '1ether'], 'fee-limit'],
    [['--max-fee', 'polygon=0.02ether'], undefined],
  ])('%j', async (flags, code) => {
    const cli = makeCli()
    await cli(['control-list', 'add', ALLOWED_ADDRESS, '--type', 'allow'])
    const { url } = await runProxyCommand(cli, (await startRecordingUpstream()).url, ['--fail-on', 'never', ...flags])
    expect((await post(url, send(ALLOWED_ADDRESS))).answer.error?.data?.code).toBe(code)
  })

  test('a command whose fees were refused ends with 8, although the verdict passes', async ({ cli }) => {
    const upstream = await startRecordingUpstream()
    await loadCodeOf(cli)
    await cli(['control-list', 'add', ALLOWED_ADDRESS, '--type', 'allow'])
    const act = async (url: string) => void (await post(url, send(ALLOWED_ADDRESS)))
    const ended = await runBehindProxy(cli, upstream.url, { act, flags: ['--max-fee', '0.02ether'] })
    expect(ended.code).toBe(8)
    expect(ended.stderr).toContain('its fees can cost 0.021 ETH, and the limit is 0.02 ETH (--max-fee) (SAFE, ')
  })
})

test('the most that a send can cost is in the refusal, the hold and the card', async ({ cli }) => {
  await cli(['control-list', 'add', BLOCKED_ADDRESS, '--type', 'block'])
  const { url } = await runProxyCommand(cli, (await startRecordingUpstream()).url, ['--hold', '--self-approve'])
  const { error } = (await post(url, send(BLOCKED_ADDRESS))).answer
  expect(error?.data).toMatchObject({ maxCost: '1521000000000000000' })
  expect(error?.data).not.toHaveProperty('code')
  const shown = async (...argv: string[]) => (await cli(argv, { tty: true, columns: 120 })).stdout
  const hold = await shown('hold', 'show', String(error?.data?.holdId))
  expect(hold).toMatch(/costs +at most 1\.521 ETH\n.*fees +at most 0\.021 ETH\n/)
  expect(await cli.json(['hold', 'show', String(error?.data?.holdId)])).toMatchObject({
    maxFee: '21000000000000000',
  })
  const card = await shown('tx', 'explain', String(error?.data?.svcTxId))
  expect(card).toMatch(/costs +at most 1\.521 ETH\n.*fees +at most 0\.021 ETH\n/)

  // Without gas and price they are those of the node.
  const unknown = (await post(url, send(BLOCKED_ADDRESS, { gas: null, maxFeePerGas: null, nonce: '0x1' }))).answer
  expect(unknown.error?.data).not.toHaveProperty('maxCost')
  expect(await shown('hold', 'show', String(unknown.error?.data?.holdId))).toMatch(/fees +set by the node or wallet/)
})

test('validate shows the fees of a file, and on a chain with a data fee that this is not known', async ({ cli }) => {
  const validated = async (over: object) => {
    const path = join(cli.home, 'transaction.json')
    writeFileSync(path, JSON.stringify({ chainId: '1', to: ALLOWED_ADDRESS, ...PAYMENT, ...over }))
    return (await cli(['validate', '--file', path], { tty: true, columns: 120 })).stdout
  }
  expect(await validated({})).toMatch(/costs +at most 1\.521 ETH\n.*fees +at most 0\.021 ETH\n/)
  expect(await validated({ gas: undefined, gasLimit: 21_000, maxFeePerGas: undefined, gasPrice: '1' })).toMatch(
    /fees +at most 21000 wei\n/,
  )
  expect(await validated({ chainId: '10' })).toMatch(
    /fees +at most 0\.021 ETH, and the data fee of the chain, which is not known/,
  )
  expect(await validated({ gas: undefined })).not.toContain('at most')
})
