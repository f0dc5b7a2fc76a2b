interface KnownHome {
  propertyName?: string;
  locality?: string | null;
  city?: string;
}

/** Returns the URL of the review form with a home or place filled in. The inverse of homeToReview. (spec 10) */
export function writePath({ propertyName, locality, city }: KnownHome): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ property: propertyName, locality, city })) {
    if (value) params.set(name, value);
  }
  return `/submit-review${params.size === 0 ? "" : `?${params}`}`;
}
