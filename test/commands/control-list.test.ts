import { expect, test } from 'vitest'
import { makeCli } from '../support/cli.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test('an address that was blocked is listed, and gone when it was removed', async () => {
  const cli = makeCli()
  const added = await cli(['control-list', 'add', ADDRESS, '--type', 'block', '--json'])
  expect(added).toMatchObject({ code: 0, stderr: '' })
  const { controlListId } = JSON.parse(added.stdout) as { controlListId: string }

  const listed = await cli(['control-list', 'list', '--json'])
  expect(JSON.parse(listed.stdout)).toEqual({
    content: [
      {
        id: controlListId,
        address: ADDRESS,
        chainIds: [],
        type: 'BLOCK',
        productType: 'SONAR',
        createdAt: '2026-01-02T03:04:05.000Z',
        lastUpdatedAt: '2026-01-02T03:04:05.000Z',
      },
    ],
    size: 25,
    number: 0,
    totalPages: 1,
    totalElements: 1,
  })

  expect(await cli(['control-list', 'remove', controlListId, '--yes'])).toMatchObject({
    code: 0,
    stdout: `${controlListId}\n`,
  })
  expect(await cli(['control-list', 'list', '--json', '--fields', 'id'])).toMatchObject({
    stdout: expect.stringContaining('"content": []'),
  })
})

test('everything that is missing is named at once, with a command that works', async () => {
  const cli = makeCli()
  expect(await cli(['control-list', 'add'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('control-list add needs <address>, --type'),
  })
})

test('a wrong checksum is refused before anything is written, with the right spelling', async () => {
  const cli = makeCli()
  const wrong = ADDRESS.replace('d8dA', 'D8dA')
  const refused = await cli(['control-list', 'add', wrong, '--type', 'block'])
  expect(refused).toMatchObject({ code: 8, stdout: '', stderr: expect.stringContaining(ADDRESS) })
  expect((await cli(['control-list', 'list'])).stdout).toBe('')
})
