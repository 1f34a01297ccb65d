import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

/** Sizes of the young generation (MB) that `steps` adds to `sizes`, in a process of its own. */
function youngHeap(steps: string): number[] {
  const module = pathToFileURL(join(import.meta.dirname, '../../../src/shared/system/young-heap.ts')).href
  const script = `
    import { setImmediate, setTimeout } from 'node:timers/promises'
    import { getHeapSpaceStatistics } from 'node:v8'
    import { boundYoungHeap, keepYoungHeap } from ${JSON.stringify(module)}
    const size = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20
    const sizes = [size()]
    // Much of what it makes survives for a while.
    const work = () => {
      const kept = []
      for (let count = 0; count < 2_000_000; count++) kept[count % 200_000] = { count, text: String(count) }
    }
    const beBusy = async (ms) => {
      for (const end = Date.now() + ms; Date.now() < end; await setImmediate()) work()
    }
    ${steps}
    console.log(JSON.stringify(sizes))`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }))
}

test('the young generation of the heap stays small where it is bounded, and while the process is idle', () => {
  const [first = 0, ...later] = youngHeap(`
    boundYoungHeap()
    work()
    sizes.push(size())
    keepYoungHeap()
    await setTimeout(2500)
    sizes.push(size())`)
  // The second half is only taken when it is needed, and a page (0.25 MB) or two beyond while V8 sweeps.
  for (const size of later) expect(size).toBeLessThanOrEqual(2 * first + 0.5)
})

test('it has 32 MB once the process is busy, and does not grow further', () => {
  const [, busy, after] = youngHeap(`
    keepYoungHeap()
    await beBusy(2500)
    sizes.push(size())
    await beBusy(1500)
    sizes.push(size())`)
  expect(busy).toBe(32)
  expect(after).toBe(32)
})

test('it would grow: what is bounded here is a habit of V8', () => {
  const [first = 0, after] = youngHeap('work(); sizes.push(size())')
  expect(after).toBeGreaterThan(8 * first)
})
