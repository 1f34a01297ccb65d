import { describe, expect } from 'vitest'
import { makeCli, test } from '../../support/cli.ts'
import { serveForTest } from '../../support/served.ts'

const LIST = ['control-list', 'list', '--json']

interface Shown {
  readonly error: { readonly details: readonly string[]; readonly try: string }
}

async function refused(env: Readonly<Record<string, string>>, argv: readonly string[] = LIST): Promise<Shown['error']> {
  const { code, stderr } = await makeCli()([...argv], { env })
  expect(code).toBe(3)
  return (JSON.parse(stderr) as Shown).error
}

describe('with keys from the environment', () => {
  test('the error names the variable of a missing key', async () => {
    const error = await refused({ TXWARDEN_BASE_URL: 'https://warden.example.org' })
    expect(error.details).toContain(
      'The address comes from TXWARDEN_BASE_URL. Set TXWARDEN_MANAGEMENT_KEY to the management key for it.',
    )
    expect(error.try).toBe('txwarden auth status')
  })

  test('the same with an address from a flag', async () => {
    const error = await refused({}, ['--base-url', 'https://warden.example.org', ...LIST])
    expect(error.details[0]).toContain('The address comes from --base-url. Set TXWARDEN_MANAGEMENT_KEY')
  })

  test('the error names the variable of a wrong key', async () => {
    const served = await serveForTest()
    for (const key of ['wrong', served.keys.validation]) {
      const error = await refused({ TXWARDEN_BASE_URL: served.url, TXWARDEN_MANAGEMENT_KEY: key })
      expect(error.details).toContain('The management key comes from TXWARDEN_MANAGEMENT_KEY.')
      expect(error.try).toBe('txwarden auth status --check')
    }
  })
})

test('a profile without its key suggests a login', async ({ cli }) => {
  await cli(['profile', 'create', 'prod', '--base-url', 'https://warden.example.org'])
  const { stderr } = await cli(['-p', 'prod', ...LIST])
  expect((JSON.parse(stderr) as Shown).error.try).toBe('txwarden --profile prod auth login')
})
