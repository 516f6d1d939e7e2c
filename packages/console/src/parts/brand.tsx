/** The mark of Sheaf, stalks with a band, and its name. */
export function Brand() {
  return (
    <p className="brand">
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path
          d="M10 18.5V2M6.5 18.5C8.5 13 8 7 4.5 3.5M13.5 18.5C11.5 13 12 7 15.5 3.5M6.8 12h6.400"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
        />
      </svg>
      Sheaf
    </p>
  );
}
