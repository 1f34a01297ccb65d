import { build } from '../../scripts/build.ts'

/** Tests that start real processes run a build of the current sources. */
export default function setup(): Promise<void> {
  return build()
}
