import { build } from '../../scripts/build.ts'

/** Tests that start real processes run a build of the current sources, unless the program to run is given. */
export default async function setup(): Promise<void> {
  if (process.env.TXWARDEN_TEST_PROGRAM === undefined) await build()
}
