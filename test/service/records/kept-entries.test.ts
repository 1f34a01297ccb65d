import { expect, test } from 'vitest'
import { freshDatabase } from '../../support/fresh-database.ts'
import { openForTest } from '../../support/open-service.ts'
import { listed, unlisted, validate } from '../../support/requests.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const address = (index: number) => `0x7e57${index.toString(16).padStart(36, '0')}`

test('entries of another process count in the next validation, in short control lists and in long ones', async () => {
  const where = await freshDatabase(temporaryFolder())
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const [manage, check] = [await openForTest({ ...where, random }), await openForTest({ ...where, random })]
  const isValid = async (to: string) => {
    return (await validate(check, { from: address(0), to, value: '1', data: '0x' })).valid
  }
  const block = (to: string) => listed(manage, 'BLOCK', to)
  for (const others of [0, 1, 98, 1]) {
    for (let index = 0; index < others; index++) await block(`0xb10c${crypto.randomUUID().replaceAll('-', '')}0000`)
    expect(await isValid(address(1))).toBe(true)
    const entry = await block(address(1))
    expect(await isValid(address(1))).toBe(false)
    expect(await isValid(address(2))).toBe(true)
    await unlisted(manage, entry)
    expect(await isValid(address(1))).toBe(true)
  }
})
