import { describe, expect } from 'vitest'
import { json, serveHttp } from '../client/support/http-server.ts'
import { makeCli, says, test } from '../support/cli.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const END = '0123456789'
const ids = [`019b7ca9-8c88-7287-bd1e-aa${END}`, `019b7ca9-8c88-7287-bd1e-bb${END}`] as const

describe('the end of an id that a table shows', () => {
  test('opens a transaction at a terminal; a script passes the whole id', async ({ cli }) => {
    const validated = await cli(['validate', '--chain', '1', '--from', SENDER, '--to', ADDRESS, '--json'])
    const { svcTxId } = JSON.parse(validated.stdout) as { svcTxId: string }
    const table = await cli(['tx', 'list'], { tty: true, columns: 80 })
    const end = svcTxId.slice(-10)
    expect(table.stdout).toContain(`…${end}`)
    for (const verb of ['get', 'explain'])
      for (const given of [end, `…${end}`, end.toUpperCase()])
        expect(await cli(['tx', verb, given], { tty: true }), `${verb} ${given}`).toMatchObject({ code: 0 })
    for (const verb of ['get', 'explain'])
      expect(await cli(['tx', verb, end])).toMatchObject(says(8, 'Short ids work only on a terminal'))
    expect((await cli(['tx', 'get', 'a0a0a0a0a0'])).code).toBe(5)
    expect((await cli(['tx', 'get', end.slice(1)], { tty: true })).code).toBe(5)
    const reported = await cli(['tx', 'update', `…${end}`, '--block-number', '1', '--json'], { tty: true })
    expect(JSON.parse(reported.stdout)).toMatchObject({ svcTxId })
  })

  test('that several deliveries have lists them', async () => {
    const delivery = (id: string) => ({
      id,
      state: 'SENT',
      attempts: 1,
      destinationId: 'd',
      destinationName: 'ops',
      channel: 'SLACK',
      alertId: 'a',
      alertName: 'losses',
      alertType: 'SONAR',
      eventId: 'e',
      errorMessage: '',
      svcTxId: 's',
      createdAt: '2026-01-02T03:04:05.000Z',
      updatedAt: '2026-01-02T03:04:05.000Z',
    })
    const page = { content: ids.map(delivery), size: 1000, number: 0, totalElements: 2 }
    await using service = await serveHttp((response) => json(response, page))
    const env = { TXWARDEN_BASE_URL: service.url.origin, TXWARDEN_MANAGEMENT_KEY: 'a-key' }
    const { code, stderr } = await makeCli()(['delivery', 'show', END, '--yes'], { tty: true, env })
    expect(code).toBe(8)
    for (const id of ids) expect(stderr).toContain(`${id}  SENT, losses to ops`)
  })
})

describe('an entry of the control list', () => {
  test('is shown, updated and removed by its address; several are listed', async ({ cli }) => {
    const add = async (...argv: string[]) =>
      (JSON.parse((await cli(['control-list', 'add', ADDRESS, '--json', ...argv])).stdout) as { controlListId: string })
        .controlListId
    const first = await add('--type', 'block', '--chain', '1')
    const shown = await cli(['control-list', 'show', ADDRESS.toLowerCase(), '--json'])
    expect(JSON.parse(shown.stdout).content).toMatchObject([
      { address: ADDRESS.toLowerCase(), entries: [{ id: first, address: ADDRESS, type: 'BLOCK' }] },
    ])
    expect(await cli(['control-list', 'update', ADDRESS, '--chain', 'base'])).toMatchObject({ code: 0 })
    expect((await cli.json(['control-list', 'list'])).content).toMatchObject([{ id: first, chainIds: ['8453'] }])
    const second = await add('--type', 'allow', '--chain', '10')
    for (const argv of [
      ['update', ADDRESS, '--every-chain'],
      ['remove', ADDRESS, '--yes'],
    ]) {
      const refused = await cli(['control-list', ...argv])
      expect(refused.code).toBe(8)
      for (const id of [first, second]) expect(refused.stderr).toContain(id)
    }
    expect((await cli(['control-list', 'remove', second, '--yes'])).code).toBe(0)
    expect((await cli(['control-list', 'remove', ADDRESS, '--yes'])).code).toBe(0)
    expect(await cli.json(['control-list', 'list'])).toMatchObject({ content: [] })
    expect((await cli(['control-list', 'show', ADDRESS])).stdout).toContain('UNLISTED')
  })
})
