import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { admin } from '../../api.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { Button, Field, Problem } from '../../ui/index.tsx';
import { thumbnailOf } from './thumbnail.ts';

export interface Image {
  url: string;
  alt: string;
}

interface ImagesProps {
  images: readonly Image[];
  mayChange: boolean;
  /** Changes the current images: an upload may end while the operator types. */
  onChange(change: (images: readonly Image[]) => Image[]): void;
}

const MAX_IMAGES = 50;

type PictureType = Parameters<typeof admin.uploadPicture>[0]['contentType'];

/** Uploaded pictures and addresses of others, in the order of the storefront: by dragging, or by buttons. */
export function Images({ images, mayChange, onChange }: ImagesProps) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const [dragged, setDragged] = useState<number>();
  const [target, setTarget] = useState<number>();
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const movedTo = useRef<number>(undefined);
  const upload = useUpload((added) => onChange((now) => [...now, ...added]));

  // An operator who moves an image by its buttons keeps the focus on the same image.
  useEffect(() => {
    if (movedTo.current === undefined) return;
    const row = list.current?.children[movedTo.current];
    movedTo.current = undefined;
    row?.querySelector<HTMLButtonElement>('.move:not(:disabled)')?.focus();
  }, [images]);

  function move(from: number, to: number) {
    onChange((now) => {
      const moved = [...now];
      moved.splice(to, 0, ...moved.splice(from, 1));
      return moved;
    });
    setSaid(t('product.moved', { from: from + 1, to: to + 1 }));
  }
  const moveByButton = (from: number, to: number) => {
    movedTo.current = to;
    move(from, to);
  };

  return (
    <fieldset>
      <legend>{t('product.images')}</legend>
      <p className="hint">{t('product.imagesHint')}</p>
      <ul className="list" ref={list}>
        {images.map((image, index) => (
          <li
            key={index}
            className={`image-row${target === index ? ' drop-target' : ''}`}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              setTarget(index);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined && dragged !== index) move(dragged, index);
              setTarget(undefined);
            }}
          >
            <Preview
              image={image}
              number={index + 1}
              isDraggable={mayChange}
              onDrag={(isDragged) => {
                setDragged(isDragged ? index : undefined);
                setTarget(undefined);
              }}
            />
            <ImageFields
              image={image}
              number={index + 1}
              onChange={(next) =>
                onChange((now) => now.map((each, at) => (at === index ? { ...each, ...next } : each)))
              }
            />
            <div className="actions">
              <Opened image={image} number={index + 1} />
              {mayChange && (
                <>
                  <MoveButton
                    label={t('product.up', { number: index + 1 })}
                    isAtEnd={index === 0}
                    onMove={() => moveByButton(index, index - 1)}
                  >
                    ↑
                  </MoveButton>
                  <MoveButton
                    label={t('product.down', { number: index + 1 })}
                    isAtEnd={index === images.length - 1}
                    onMove={() => moveByButton(index, index + 1)}
                  >
                    ↓
                  </MoveButton>
                  <Button
                    aria-label={t('product.removeImage', { number: index + 1 })}
                    onClick={() => onChange((now) => now.filter((_, each) => each !== index))}
                  >
                    {t('common.remove')}
                  </Button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p role="status" className="hint">
        {said}
      </p>
      {mayChange && images.length < MAX_IMAGES && (
        <div className="actions">
          <Field
            label={t('product.upload')}
            hint={upload.isPending ? t('product.uploading') : t('product.uploadHint')}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
            multiple
            disabled={upload.isPending}
            onChange={(event: ChangeEvent<HTMLInputElement>) => {
              const files = [...(event.target.files ?? [])].slice(0, MAX_IMAGES - images.length);
              event.target.value = '';
              upload.mutate(files);
            }}
          />
          <Button onClick={() => onChange((now) => [...now, { url: '', alt: '' }])}>
            {t('product.addImage')}
          </Button>
        </div>
      )}
      <Problem error={upload.error} />
    </fieldset>
  );
}

/** Uploads one file after another. Files before a refused one stay. */
function useUpload(onAdded: (images: Image[]) => void) {
  return useMutation({
    mutationFn: async (files: File[]) => {
      const added: Image[] = [];
      try {
        for (const file of files) {
          const input = { contentType: file.type as PictureType, body: file };
          const { url } = await admin.uploadPicture(input, { timeoutMs: 0 });
          added.push({ url, alt: '' });
        }
      } finally {
        onAdded(added);
      }
    },
  });
}

interface PartProps {
  image: Image;
  number: number;
}

function Preview({
  image,
  number,
  isDraggable,
  onDrag,
}: PartProps & { isDraggable: boolean; onDrag(isDragged: boolean): void }) {
  const source = thumbnailOf(image.url);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse alone; the buttons do the same.
    <div
      className="image-preview"
      draggable={isDraggable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', image.url);
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
    >
      {source ? (
        <img src={source} alt={image.alt} draggable={false} />
      ) : (
        <span aria-hidden="true">{number}</span>
      )}
    </div>
  );
}

function ImageFields({ image, number, onChange }: PartProps & { onChange(next: Partial<Image>): void }) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  return (
    <div className="stack">
      {!thumbnailOf(image.url) && (
        <Field
          label={t('product.imageUrl', { number })}
          type="url"
          pattern="https?://.*"
          value={image.url}
          onChange={(event) => onChange({ url: event.target.value })}
          maxLength={2048}
          required
        />
      )}
      <Field
        label={t('product.imageAlt', { number })}
        value={image.alt}
        onChange={(event) => onChange({ alt: event.target.value })}
        maxLength={512}
      />
    </div>
  );
}

function Opened({ image, number }: PartProps) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  if (!/^https?:\/\//.test(image.url)) return null;
  return (
    <a href={image.url} target="_blank" rel="noreferrer" aria-label={t('product.openImage', { number })}>
      {t('product.open')}
    </a>
  );
}

interface MoveButtonProps {
  label: string;
  isAtEnd: boolean;
  onMove(): void;
  children: string;
}

function MoveButton({ label, isAtEnd, onMove, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      className="button plain move"
      aria-label={label}
      disabled={isAtEnd}
      onClick={onMove}
    >
      {children}
    </button>
  );
}
