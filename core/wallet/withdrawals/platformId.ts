/**
 * The platform as the owner of sweeps to cold storage. It cannot collide with a person, because person ids start with a
 * time. A sweep has no hold: no balance of a person changes.
 */
export const PLATFORM_ID = "00000000-0000-7000-8000-000000000000"
