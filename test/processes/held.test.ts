import { expect, onTestFinished, test } from 'vitest'
import type { Hold } from '../../src/api/schemas/hold.ts'
import { makeCli } from '../support/cli.ts'
import { call, post } from '../support/proxy/post.ts'
import { ProxyProcess } from '../support/proxy/proxy-process.ts'
import { behaviours, startRecordingUpstream } from '../support/proxy/recording-upstream.ts'
import { BLOCKED_ADDRESS } from '../support/proxy/start.ts'

test('a proxy that is killed while it forwards what was approved never sends it twice', async () => {
  const cli = makeCli()
  const upstream = await startRecordingUpstream()
  upstream.results.set('eth_getTransactionByHash', () => ({ result: null }))
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

  // As the node received it, and before it answers; unsigned: nothing but the hold keeps it from being paid twice.
  const transaction = { from: '0x7E57E185F01f2900F3b969962D790bD76275007A', to: BLOCKED_ADDRESS }
  const request = call('eth_sendTransaction', [transaction])
  const first = await start()
  const id = String((await post(first.url, request)).answer.error?.data?.holdId)
  expect(await decide('approve', id, '--yes')).toMatchObject({ code: 0 })
  const states: string[] = []
  upstream.behaviour = async (arrived, response, node) => {
    if (!arrived.calls.some(({ method }) => method === request.method)) {
      await behaviours.honest(arrived, response, node)
      return
    }
    states.push(await stateOf(id))
    await first.end('SIGKILL')
    response.destroy()
  }
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
