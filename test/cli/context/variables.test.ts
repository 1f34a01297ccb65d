import { describe, expect } from 'vitest'
import { makeCli, refuses, test } from '../../support/cli.ts'

const validate = ['validate', '--chain', 'ethereum', '--from', `0x${'7e'.repeat(20)}`, '--to', `0x${'7f'.repeat(20)}`]

describe('a variable of this program that nothing reads', () => {
  test.each([
    ['TXWARDEN_PROFIL', 'no variable has this name, which is nearly TXWARDEN_PROFILE'],
    ['TXWARDEN_VALIDATON_KEY', 'no variable has this name, which is nearly TXWARDEN_VALIDATION_KEY'],
    ['TXWARDN_BASE_URL', 'no variable has this name, which is nearly TXWARDEN_BASE_URL'],
    ['TX_WARDEN_BASE_URL', 'no variable has this name, which is nearly TXWARDEN_BASE_URL'],
    ['txwarden_base_url', 'no variable has this name, which is nearly TXWARDEN_BASE_URL'],
    ['TXWARDEN_CHAIN_ETHERIUM_URL', 'it names no chain'],
    ['TXWARDEN_CHAIN__URL', 'it names no chain'],
    ['TXWARDEN_CHAIN_ETHEREUM_ULR', 'no variable has this name, which is nearly TXWARDEN_CHAIN_ETHEREUM_URL'],
    ['TXWARDEN_CHIAN_BASE_URL', 'no variable has this name, which is nearly TXWARDEN_CHAIN_BASE_URL'],
  ])('ends a command that uses a service, where it is misspelt: %s', async (name, why) => {
    const cli = makeCli()
    const ran = await cli(validate, { env: { [name]: 'team' } })
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain(`${name} is set, and ${why}`)
    expect(await cli(['help', 'flags'], { env: { [name]: 'team' } })).toMatchObject({ code: 0, stderr: '' })
  })

  test.each([
    ['local', 'status'],
    ['local', 'backup', 'elsewhere.db'],
  ])('ends %s %s, which would take another database', async (...argv) => {
    const ran = await makeCli()(argv, { env: { TXWARDEN_DATABSE: '/tmp/other.db' } })
    expect(ran).toMatchObject(refuses(2, 'nearly TXWARDEN_DATABASE'))
  })

  test('gets one notice also where a command opens the database twice', async ({ cli }) => {
    const ran = await cli(['doctor'], { env: { TXWARDEN_CHAIN_LINEAX_URL: 'http://127.0.0.1:1' } })
    expect((ran.stdout + ran.stderr).match(/LINEAX_URL is set/g)).toHaveLength(1)
  })

  test('gets one notice otherwise, and none where others read it', async ({ cli }) => {
    const ran = await cli(validate, { env: { TXWARDEN_NOTHING_AT_ALL: '1' } })
    expect(ran.code).toBe(0)
    expect(ran.stderr.match(/no variable has this name/g)).toHaveLength(1)
    const quiet = { TXWARDEN_TEST_X: '1', TXWARDEN_ACTION_X: '1', TXWARDEN_SECRET_X: '1', TXWARDEN_CHAIN_BASE_URL: '' }
    expect((await cli(validate, { env: quiet })).stderr).not.toContain('variable')
  })

  test.each(['TX_BASE_URL', 'TX_PROFILE', 'WARDEN_HOME', 'BITWARDEN_HOME', 'TXWARDER_X', 'tx_output'])(
    'is not that of another program: %s',
    async (name) => {
      const { code, stderr } = await makeCli()(validate, { env: { [name]: '1' } })
      expect([code, stderr]).toEqual([0, expect.not.stringContaining('variable')])
    },
  )
})
