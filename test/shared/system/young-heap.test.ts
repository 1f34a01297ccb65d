import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

/** Size of the young generation (MB) before and after much of what it got survived for a while, in a process of its own. */
function youngHeap(begin: string): { readonly before: number; readonly after: number } {
  const module = pathToFileURL(join(import.meta.dirname, '../../../src/shared/system/young-heap.ts')).href
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8'
    import { keepYoungHeap } from ${JSON.stringify(module)}
    const size = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20
    ${begin}
    const before = size()
    const kept = []
    for (let count = 0; count < 2_000_000; count++) kept[count % 200_000] = { count, text: String(count) }
    console.log(JSON.stringify({ before, after: size() }))`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }))
}

test('the young generation of the heap has 8 MB at once, and does not grow once it is kept', () => {
  const { before, after } = youngHeap('keepYoungHeap()')
  expect(before).toBe(16)
  // Its second half is only taken when it is needed.
  expect(after).toBeLessThanOrEqual(2 * before)
})

test('it would grow: what is bounded here is a habit of V8', () => {
  const { before, after } = youngHeap('')
  expect(after).toBeGreaterThan(8 * before)
})
