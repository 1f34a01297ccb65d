import { expect, onTestFinished, test } from 'vitest'
import type { Hold } from '../../src/api/schemas/hold.ts'
import { makeCli } from '../support/cli.ts'
import { call, post } from '../support/proxy/post.ts'
import { ProxyProcess } from '../support/proxy/proxy-process.ts'
import { behaviours, startRecordingUpstream } from '../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS } from '../support/proxy/start.ts'
import { signers } from '../support/proxy/transactions.ts'

/** Starts proxies that hold, over one database, whose holds the command line decides about. */
async function holding() {
  const cli = makeCli()
  const upstream = await startRecordingUpstream()
  await cli(['control-list', 'add', BLOCKED_ADDRESS, '--type', 'block'])
  const start = async () => {
    const proxy = await ProxyProcess.start(['--hold', '--self-approve'], { upstream: upstream.url, home: cli.home })
    onTestFinished(() => void proxy.end('SIGKILL'))
    return proxy
  }
  // The processes have the clock of the machine.
  const decide = (...argv: string[]) => {
    cli.clock.advance(Date.now() - cli.clock.now())
    return cli(['hold', ...argv])
  }
  const stateOf = async (id: string) => (JSON.parse((await decide('show', id, '--json')).stdout) as Hold).state
  /** Kills it when a call of the method arrives, before it is answered; the states of the hold then. */
  const killAt = (method: string, proxy: ProxyProcess, id: string) => {
    const states: string[] = []
    upstream.behaviour = async (arrived, response, node) => {
      if (!arrived.calls.some((each) => each.method === method)) {
        await behaviours.honest(arrived, response, node)
        return
      }
      states.push(await stateOf(id))
      await proxy.end('SIGKILL')
      response.destroy()
    }
    return states
  }
  /** Holds it, and approves it. */
  const approved = async (proxy: ProxyProcess, request: unknown) => {
    const id = String((await post(proxy.url, request)).answer.error?.data?.holdId)
    expect(await decide('approve', id, '--yes')).toMatchObject({ code: 0 })
    return id
  }
  return { upstream, start, stateOf, killAt, approved }
}

/** Unsigned: nothing but the hold keeps it from being paid twice. */
const payment = { from: '0x7E57E185F01f2900F3b969962D790bD76275007A', to: BLOCKED_ADDRESS }

test('a proxy that is killed while it forwards what was approved never sends it twice', async () => {
  const { upstream, start, stateOf, killAt, approved } = await holding()
  upstream.results.set('eth_getTransactionByHash', () => ({ result: null }))
  const request = call('eth_sendTransaction', [payment])
  const first = await start()
  const id = await approved(first, request)
  const states = killAt(request.method, first, id)
  await expect(post(first.url, request)).rejects.toThrow()
  upstream.behaviour = behaviours.honest
  expect(states).toEqual(['released'])

  const second = await start()
  for (let again = 0; again < 3; again += 1) {
    const { error } = (await post(second.url, request)).answer
    expect(error?.message).toContain('its outcome is not known')
  }
  expect(await stateOf(id)).toBe('released')
  expect(upstream.calls(request.method)).toHaveLength(1)
})

test('a proxy that is killed while it judges the rest of a batch uses no approval up', async () => {
  const { upstream, start, stateOf, killAt, approved } = await holding()
  const request = call('eth_sendTransaction', [payment], 0)
  const first = await start()
  const id = await approved(first, request)
  // So many are judged at once that the cancel, which asks for code, is judged after the first one was decided.
  const others = signers
    .slice(0, 2)
    .flatMap((signer) =>
      Array.from({ length: 6 }, (_, value) => ({ from: signer, to: ALLOWED_ADDRESS, value: `0x${value + 1}` })),
    )
  const cancel = { from: signers[0], to: signers[0], nonce: '0x1' }
  const batch = [request, ...[...others, cancel].map((each, at) => call('eth_sendTransaction', [each], at + 1))]
  const states = killAt('eth_getCode', first, id)
  await expect(post(first.url, batch)).rejects.toThrow()
  upstream.behaviour = behaviours.honest
  expect(states).toEqual(['approved'])
  expect(await stateOf(id)).toBe('approved')
  expect(upstream.calls(request.method)).toEqual([])

  const second = await start()
  expect((await post(second.url, request)).answer.result).toMatch(/^0x/)
  // Reported after the answer.
  await expect.poll(() => stateOf(id)).toBe('forwarded')
  expect(upstream.calls(request.method)).toHaveLength(1)
})
