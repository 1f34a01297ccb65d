import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { localHouse, servedHouse, test } from './fixture.ts'

const URL_OF_TEAM = 'https://hooks.slack.com/services/T1/B1/abcdefghijklmnopqrstuvwx'

function slack(webhookUrl: string, name = 'ops'): string {
  return `kind: destination\nname: ${name}\nchannel: SLACK\nwebhookUrl: ${webhookUrl}\n`
}

function fileWith(text: string): string {
  const file = join(temporaryFolder(), 'infra.yaml')
  writeFileSync(file, text)
  return file
}

describe('a variable', () => {
  test('with the prefix is expanded; another one if it is allowed by name', async ({ house: { run } }) => {
    const env = { TXWARDEN_SECRET_OPS: URL_OF_TEAM, OPS_URL: URL_OF_TEAM }
    expect((await run(['apply', '-f', fileWith(slack(`\${TXWARDEN_SECRET_OPS}`)), '--yes'], { env })).code).toBe(0)
    const other = fileWith(slack(`"\${OPS_URL}"`, 'other'))
    const refused = await run(['apply', '-f', other, '--yes'], { env })
    expect(refused.code).toBe(8)
    expect(refused.stderr).toContain(
      `infra.yaml:4:13 webhookUrl: \${OPS_URL} does not start with TXWARDEN_SECRET_; --env-allow OPS_URL`,
    )
    expect((await run(['apply', '-f', other, '--yes', '--env-allow', 'OPS_URL'], { env })).code).toBe(0)
    const shown = JSON.parse((await run(['destination', 'list', '--json'])).stdout).content
    expect(shown.map(({ webhookUrl }: { webhookUrl: string }) => webhookUrl.slice(-4))).toEqual(['uvwx', 'uvwx'])
  })

  test('that is unset or empty is refused, all at once', async ({ house: { run } }) => {
    const file = fileWith([slack(`\${TXWARDEN_SECRET_ONE}`, 'a'), slack(`\${TXWARDEN_SECRET_TWO}`, 'b')].join('---\n'))
    const refused = await run(['apply', '-f', file, '--yes'], { env: { TXWARDEN_SECRET_TWO: '' } })
    expect(refused.code).toBe(8)
    expect(refused.stderr).toContain('infra.yaml:4:13 webhookUrl: variable TXWARDEN_SECRET_ONE is not set')
    expect(refused.stderr).toContain('infra.yaml:9:13 webhookUrl: variable TXWARDEN_SECRET_TWO is not set')
  })

  test.each(['TXWARDEN_VALIDATION_KEY', 'TXWARDEN_MANAGEMENT_KEY', 'TXWARDEN_MASTER_KEY', 'txwarden_management_key'])(
    '%s is refused, even if it is allowed by name',
    async (name) => {
      const { run, writes } = await servedHouse()
      const file = fileWith(slack(`\${${name}}`))
      const refused = await run(['apply', '-f', file, '--yes', '--env-allow', name])
      expect(refused.code).toBe(8)
      expect(refused.stderr).toContain(`\${${name}} is a variable of this program`)
      expect(writes).toEqual([])
    },
  )

  test('with the value of an API key of the program is refused', async () => {
    const { run, writes } = await servedHouse()
    const file = fileWith(slack(`\${TXWARDEN_SECRET_OPS}`))
    const key = `txw_mgmt_${'a'.repeat(40)}`
    const env = { TXWARDEN_MANAGEMENT_KEY: key, TXWARDEN_SECRET_OPS: key }
    const refused = await run(['diff', '-f', file], { env })
    expect(refused.code).toBe(8)
    expect(refused.stderr).toContain('variable TXWARDEN_SECRET_OPS contains an API key of this program')
    expect(refused.stderr).not.toContain(key)
    expect(writes).toEqual([])
  })

  test.each([
    `https://elsewhere.example.org/?\${TXWARDEN_SECRET_OPS}`,
    `https://\${TXWARDEN_SECRET_OPS}.example.org/`,
    `\${TXWARDEN_SECRET_OPS}\${TXWARDEN_SECRET_OPS}`,
    `x\${TXWARDEN_SECRET_OPS}`,
  ])('must be the whole value: %s', async (webhookUrl) => {
    const { run } = localHouse()
    const env = { TXWARDEN_SECRET_OPS: 'the-secret' }
    const refused = await run(['diff', '-f', fileWith(slack(webhookUrl))], { env })
    expect(refused.code).toBe(8)
    expect(refused.stderr).toContain('a variable must be the whole value')
    expect(refused.stderr).not.toContain('the-secret')
  })

  test('is allowed in secrets only; another dollar escapes it', async ({ house: { run } }) => {
    const named = (name: string) =>
      `kind: monitor\nchainId: 1\naddress: "0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d"\nname: ${name}\n`
    const env = { TXWARDEN_SECRET_OPS: 'the-secret' }
    const refused = await run(['apply', '-f', fileWith(named(`"pay \${TXWARDEN_SECRET_OPS}"`)), '--yes'], { env })
    expect(refused.code).toBe(8)
    expect(refused.stderr).toContain('infra.yaml:4:7 name: has a variable')
    const file = fileWith(named(`"pay $\${TXWARDEN_SECRET_OPS} $5 \${"`))
    expect((await run(['apply', '-f', file, '--yes'], { env })).code).toBe(0)
    const monitors = JSON.parse((await run(['monitor', 'list', '--json'])).stdout).content
    expect(monitors[0].name).toBe(`pay \${TXWARDEN_SECRET_OPS} $5 \${`)
    const exported = await run(['export', 'monitor'])
    expect(exported.stdout).toContain(`name: pay $\${TXWARDEN_SECRET_OPS} $5 \${`)
    expect((await run(['diff', '-f', '-', '--exit-code'], { stdin: exported.stdout })).code).toBe(0)
  })
})
