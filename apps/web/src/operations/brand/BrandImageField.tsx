import { BRAND_IMAGE_MESSAGES, BRAND_LIMITS, brandImageOutput, brandImagePath, UPLOAD_TYPES } from "@bbux/contract";
import { Button, FileButton, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { sendForm } from "../../people/uploads/index.ts";
import classes from "./Brand.module.css";

interface BrandImageFieldProps {
  readonly label: string;
  readonly description: string;
  /** In pixels, as pages show it. */
  readonly size: number;
  /** The key of the image; null for the default. */
  readonly value: string | null;
  /** The image that is shown without one of its own; null for the platform's. */
  readonly fallback?: string | null;
  readonly onChange: (key: string | null) => void;
  readonly error: string | undefined;
}

/** Uploads an image of the brand. It is shown to others once the form is saved. */
export function BrandImageField(props: BrandImageFieldProps) {
  const { label, description, size, value, fallback = null, onChange, error } = props;
  const upload = useMutation({ mutationFn: send, onSuccess: ({ key }) => onChange(key) });
  const shown = value ?? fallback;
  const problem = upload.error?.message ?? error;
  return (
    <fieldset className={classes.image}>
      <legend>{label}</legend>
      <p className={classes.says}>{description}</p>
      <Group gap="sm">
        <span className={classes.shown}>
          <img
            src={shown === null ? "/favicon.svg" : brandImagePath(shown)}
            width={size}
            height={size}
            alt={value === null ? "The default" : "As it is now"}
          />
        </span>
        <FileButton
          accept={UPLOAD_TYPES.image.join(",")}
          onChange={(file) => {
            if (file) upload.mutate(file);
          }}
        >
          {(props) => (
            <Button variant="default" loading={upload.isPending} aria-label={`Upload: ${label}`} {...props}>
              Upload
            </Button>
          )}
        </FileButton>
        {value !== null && (
          <Button variant="subtle" aria-label={`Use the default: ${label}`} onClick={() => onChange(null)}>
            Use the default
          </Button>
        )}
      </Group>
      <p className={classes.error} role="status">
        {problem}
      </p>
    </fieldset>
  );
}

async function send(file: File) {
  if (file.size > BRAND_LIMITS.imageBytes) throw new Error(BRAND_IMAGE_MESSAGES.size);
  return sendForm({
    path: "/admin/brand/images",
    fields: { file },
    output: brandImageOutput,
    fallback: "We couldn't upload the image",
  });
}
