import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { json, serveHttp } from '../../client/support/http-server.ts'
import { makeCli, test } from '../../support/cli.ts'
import { serveForTest } from '../../support/served.ts'

const conditions = ['--kinds', 'allowance-spent,sent', '--min-usd', '1000', '--confirmations', '12']
const create = ['alert', 'create', '--name', 'treasury', '--type', 'MONITOR', ...conditions]
const stored = { kinds: ['allowance-spent', 'sent'], minUsd: 1000, confirmations: 12 }

async function house() {
  const served = await serveForTest()
  const cli = makeCli()
  const env = served.env
  const run = (argv: readonly string[]) => cli(argv, { env })
  const alert = async () => JSON.parse((await run(['alert', 'get', 'treasury', '--json'])).stdout)
  const put = (body: object, path = '/api/v2/management/alert-configurations') =>
    fetch(`${served.url}${path}`, {
      method: 'PUT',
      headers: { 'x-api-key': served.keys.management, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return { cli, run, alert, put }
}

describe('conditions on chain events', () => {
  test('are created, said in words, changed and cleared', async () => {
    const { run, alert } = await house()
    const created = await run(create)
    expect(created, created.stderr).toMatchObject({ code: 0 })
    expect(await alert()).toMatchObject({ transactionFilter: stored })
    const listed = JSON.parse((await run(['alert', 'list', '--json'])).stdout)
    expect(listed).toMatchObject({ content: [{ transactionFilter: stored }] })

    expect((await run(['alert', 'update', 'treasury', '--confirmations', 'finalized', '--min-usd', 'none'])).code).toBe(
      0,
    )
    expect((await alert()).transactionFilter).toEqual({ kinds: stored.kinds, confirmations: 'finalized' })
    expect((await run(['alert', 'update', 'treasury', '--from-score', '10'])).code).toBe(0)
    expect((await alert()).transactionFilter).toEqual({
      kinds: stored.kinds,
      confirmations: 'finalized',
      fromScore: 10,
    })
    expect((await run(['alert', 'update', 'treasury', '--kinds', 'none', '--confirmations', '0'])).code).toBe(0)
    expect((await alert()).transactionFilter).toEqual({ fromScore: 10 })
  })

  test('are kept by a client of the interface, which does not see them', async () => {
    const { run, alert, put } = await house()
    await run(create)
    const { alertId } = await alert()
    const body = { alertId, alertType: 'MONITOR', alertName: 'treasury', isActive: true }
    for (const transactionFilter of [{ fromScore: 5 }, {}, undefined]) {
      const answer = await put({ ...body, ...(transactionFilter && { transactionFilter }) })
      expect(answer.status).toBe(200)
      expect(Object.keys(((await answer.json()) as { transactionFilter: object }).transactionFilter)).not.toContain(
        'kinds',
      )
      expect((await alert()).transactionFilter).toMatchObject(stored)
    }
  })

  test('are exported, compared and applied', async () => {
    const { cli, run, alert } = await house()
    await run(create)
    const file = join(cli.home, 'alerts.yaml')
    const exported = (await run(['export', 'alert'])).stdout
    writeFileSync(file, exported)
    expect((await run(['diff', '--file', file, '--exit-code'])).code).toBe(0)
    await run(['alert', 'delete', 'treasury', '--yes'])
    expect(await run(['apply', '--file', file, '--yes'])).toMatchObject({ code: 0 })
    expect((await alert()).transactionFilter).toEqual(stored)

    writeFileSync(file, exported.replace(/ +minUsd: 1000\n/, '').replace(/ +confirmations: 12\n/, ''))
    expect((await run(['apply', '--file', file, '--yes'])).code).toBe(0)
    expect((await alert()).transactionFilter).toEqual({ kinds: stored.kinds })

    writeFileSync(file, exported.replace('MONITOR', 'SONAR'))
    const refused = await run(['apply', '--file', file, '--yes'])
    expect(refused.code).toBe(8)
    expect(refused.stderr).toContain('only for MONITOR alerts')
    expect((await alert()).transactionFilter).toEqual({ kinds: stored.kinds })
  })

  test.each([
    ['another type', 2, ['--type', 'SONAR', '--kinds', 'sent'], '--kinds: only for alerts of type MONITOR'],
    ['an unknown kind', 2, ['--type', 'MONITOR', '--kinds', 'sold'], '"sold" is not one of allowance-spent'],
    [
      'too many blocks',
      2,
      ['--type', 'MONITOR', '--confirmations', '257'],
      'neither a number of blocks from 0 to 256 nor',
    ],
    ['no number', 2, ['--type', 'MONITOR', '--confirmations', 'final'], '"final" is neither'],
    ['less than nothing', 2, ['--type', 'MONITOR', '--min-usd', '-1'], '-1 is below 0'],
  ])('are refused in one line for %s', async (_, code, flags, text) => {
    const cli = makeCli()
    const refused = await cli(['alert', 'create', '--name', 'x', ...flags])
    expect(refused.code).toBe(code)
    expect(refused.stderr).toContain(text)
    expect(await cli.json(['alert', 'list'])).toEqual({ content: [] })
  })

  test('are refused by the service for other types and values', async () => {
    const { run, alert, put } = await house()
    await run(['alert', 'create', '--name', 'treasury', '--type', 'SONAR'])
    const { alertId } = await alert()
    const body = { alertId, alertType: 'SONAR', alertName: 'treasury', isActive: true }
    for (const path of ['/api/v2/management/alert-configurations', '/ext/v1/alert-configurations'])
      for (const filter of [{ kinds: ['sent'] }, { minUsd: 1 }, { confirmations: 'finalized' }]) {
        const answer = await put({ ...body, transactionFilter: filter }, path)
        expect(answer.status).toBe(400)
        expect(((await answer.json()) as { detail: string }).detail).toMatch(/^Only MONITOR alerts have /)
      }
    expect((await alert()).transactionFilter).toEqual({})
  })

  test('are refused by a service without them before anything is written', async () => {
    await using server = await serveHttp((response, { url }) => {
      if (url.startsWith('/ext/')) json(response, { status: 404, error: 'Not Found' }, 404)
      else json(response, { alerts: [] })
    })
    const env = { TXWARDEN_BASE_URL: server.url.href, TXWARDEN_MANAGEMENT_KEY: 'any' }
    const refused = await makeCli()(create, { env })
    expect(refused.code).toBe(5)
    expect(refused.stderr).toContain("has no alert condition kinds, minUsd, confirmations: only txwarden's own service")
    expect(server.seen.filter(({ method }) => method !== 'GET').map(({ url }) => url)).toEqual([
      '/ext/v1/alert-configurations',
    ])
  })

  test('lint says that a lowest value needs prices', async ({ cli }) => {
    await cli(create)
    const found = (await cli.json(['alert', 'lint'])).content
    expect(JSON.stringify(found)).toContain('"value-without-prices"')
  })
})
